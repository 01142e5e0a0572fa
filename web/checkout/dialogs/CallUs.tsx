import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";

/** Says why this purchase cannot continue here: the shopper calls, or goes back. Cannot be dismissed (specification 2). */
export function CallUs({ title, message }: { readonly title: string; readonly message: string }) {
  return (
    <Dialog title={title} tone="warn" actions={<CallOrBack />}>
      <p>{message}</p>
    </Dialog>
  );
}

/**
 * The two ways out of a dialog that cannot be dismissed. Both end on the home page, calling after the number is
 * dialled.
 */
export function CallOrBack({ variant = "primary" }: { readonly variant?: "primary" | "ghost" }) {
  const t = useTranslations();
  const { brand } = usePage();
  const { home } = useNavigation();
  return (
    <>
      <LinkButton variant={variant} href={brand.phoneHref} onClick={() => setTimeout(home, 500)}>
        {t("customer.callUs.call", { phone: brand.phone })}
      </LinkButton>
      <Button variant="ghost" onClick={home}>
        {t("common.home")}
      </Button>
    </>
  );
}
