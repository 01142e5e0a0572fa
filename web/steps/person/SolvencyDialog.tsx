import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";

/** Tells a customer who is not solvent to call, or to go back. Cannot be dismissed (specification 2). */
export function SolvencyDialog() {
  const t = useTranslations("customer.noSolvent");
  const { brand } = usePage();
  const { home } = useNavigation();
  return (
    <Dialog
      title={t("title")}
      tone="warn"
      actions={
        <>
          <LinkButton href={brand.phoneHref} onClick={() => setTimeout(home, 500)}>
            {t("call", { phone: brand.phone })}
          </LinkButton>
          <Button variant="ghost" onClick={home}>
            {t("back")}
          </Button>
        </>
      }
    >
      <p>{t("message")}</p>
    </Dialog>
  );
}
