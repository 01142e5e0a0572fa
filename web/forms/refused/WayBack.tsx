import { useTranslations } from "use-intl";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useCheckoutStore } from "#web/checkout/state/CheckoutProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { changeDraft, type CheckoutRecord } from "#web/session/draft.ts";

/** Undoes the change to an alternative. */
export default function WayBack({ id, before }: { readonly id: string; readonly before: CheckoutRecord }) {
  const t = useTranslations("identity.refusal");
  const busy = useBusy();
  const store = useCheckoutStore();
  const showFailure = useShowFailure();
  const undo = async (): Promise<void> => {
    const changed = await store.change(() => before);
    if (changed.ok) {
      changeDraft(id, { before: null });
      location.reload();
    } else if ((await showFailure(changed.failure)) === "retry") await undo();
  };
  return (
    <Alert tone="info" quiet actions={<TextButton onClick={() => void busy.once(undo)}>{t("undo")}</TextButton>}>
      {t("taken")}
    </Alert>
  );
}
