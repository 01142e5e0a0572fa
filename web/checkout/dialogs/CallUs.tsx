import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";

/**
 * Explains why this purchase cannot continue online, and lets the shopper call or go back. The dialog cannot be
 * dismissed (specification 2).
 */
export function CallUs({ title, message }: { readonly title: string; readonly message: string }) {
  return (
    <Dialog title={title} tone="warn" actions={<CallOrBack />}>
      <p>{message}</p>
    </Dialog>
  );
}

/**
 * The buttons "call" and "back" of a dialog that cannot be dismissed. Both lead to the home page, "call" after dialling
 * the number.
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
