import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";

/** Says why this purchase cannot continue here: the shopper calls, or goes back. Cannot be dismissed (specification 2). */
export function CallUs({ title, message }: { readonly title: string; readonly message: string }) {
  const t = useTranslations("customer.callUs");
  const { brand } = usePage();
  const { home } = useNavigation();
  return (
    <Dialog
      title={title}
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
      <p>{message}</p>
    </Dialog>
  );
}
