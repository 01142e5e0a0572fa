import { useTranslations } from "use-intl";
import { Button } from "#web/kit/Button.tsx";
import { StaticDialog } from "#web/kit/StaticDialog.tsx";
import styles from "./QueueDialog.module.css";

/**
 * Shows a shopper's place in the queue for the product. `queue-script.ts` fills it in and opens it. The close button
 * keeps the place.
 */
export function QueueDialog() {
  const t = useTranslations();
  return (
    <StaticDialog
      id={QUEUE_DIALOG}
      tone="info"
      title={t("shop.buy.queue.title")}
      closeLabel={t("common.close")}
      data={{ "data-lost": t("shop.buy.queue.lost") }}
      actions={
        <Button type="submit" value={LEAVE} variant="ghost">
          {t("shop.buy.queue.leave")}
        </Button>
      }
    >
      {/* Gets the focus, because somebody who pressed Enter may press it again, which must not press a button. */}
      <p className={styles.place} role="status" tabIndex={-1} />
      <progress className={styles.progress} max={1} value={0} aria-hidden="true" />
      <p>{t("shop.buy.queue.keep")}</p>
    </StaticDialog>
  );
}

export const QUEUE_DIALOG = "buy-queue";
/** The return value of the dialog when the shopper gives up the place. */
export const LEAVE = "leave";
