import { useTranslations } from "use-intl";
import type { Failure } from "#web/api/failure.ts";
import { useFailureText } from "#web/checkout/dialogs/use-failures.ts";
import { Button } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";

type Props = { readonly failure: Failure; readonly onClose: () => void; readonly onRetry: () => void };

/** Says why the checkout could not begin, with a retry button. */
export default function BuyFailure({ failure, onClose, onRetry }: Props) {
  const t = useTranslations("common");
  const text = useFailureText();
  const actions = (
    <>
      <Button onClick={onRetry}>{t("retry")}</Button>
      <Button variant="ghost" onClick={onClose}>
        {t("close")}
      </Button>
    </>
  );
  return (
    <Dialog
      tone="warn"
      title={failure.kind === "network" ? t("network.title") : t("messages.title")}
      closeLabel={t("close")}
      onClose={onClose}
      actions={actions}
    >
      <p>{text(failure)}</p>
    </Dialog>
  );
}
