import { useTranslations } from "use-intl";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { pageHere, useNavigation } from "#web/checkout/state/navigation.ts";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { changeDraft, readDraft, type CheckoutRecord } from "#web/session/draft.ts";
import styles from "./Refused.module.css";

/**
 * Button that returns from an alternative to the original choice. If the alternative excluded a number transfer, the
 * transfer is chosen again, and the shopper confirms it at step 4.
 */
export default function WayBack({ id, before }: { readonly id: string; readonly before: CheckoutRecord }) {
  const t = useTranslations("identity.refusal");
  const busy = useBusy();
  const store = useCheckoutStore();
  const showFailure = useShowFailure();
  const { edit } = useNavigation();
  const undo = async (): Promise<void> => {
    const changed = await store.change(() => before);
    if (changed.ok) {
      const transfer = readDraft(id).transferBefore;
      changeDraft(id, { before: null, transferBefore: false });
      if (transfer) store.storeForm({ ...store.read().form, mnp: true });
      if (transfer && pageHere() !== "4") edit("4");
      else location.reload();
    } else if ((await showFailure(changed.failure)) === "retry") await undo();
  };
  return (
    <div className={styles.notice}>
      <Alert tone="info" quiet actions={<TextButton onClick={() => void busy.once(undo)}>{t("undo")}</TextButton>}>
        {t("taken")}
      </Alert>
    </div>
  );
}
