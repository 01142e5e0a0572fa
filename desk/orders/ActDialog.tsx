import { CancelButton, DeskDialog } from "#desk/app/DeskDialog.tsx";
import { fromChf, toChf } from "#core/money/money.ts";
import { useState } from "react";
import type { DeskOrder } from "#contract/desk/order-answers.ts";
import type { DeskOrderAction } from "#core/desk/order-actions.ts";
import { amount } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import styles from "./Acts.module.css";

type Props = {
  readonly act: DeskOrderAction;
  readonly order: DeskOrder;
  readonly isDanger: boolean;
  readonly busy: boolean;
  /** `sent`: whether the device has left the warehouse. */
  readonly onDo: (sent: boolean) => Promise<void>;
  readonly onClose: () => void;
};

/** Asks for confirmation before an action that cannot be undone. */
export function ActDialog({ act, order, isDanger, busy, onDo, onClose }: Props) {
  const t = useTexts("orders");
  const [sent, setSent] = useState(false);
  const { number, refundLimit } = order;
  const paid = order.payments.find(({ ofOrder }) => ofOrder)?.amount ?? toChf(0);
  const needsSecond = act === "refund" && fromChf(paid) > fromChf(refundLimit);
  const about = { number, amount: amount(paid), limit: amount(refundLimit) };
  const text =
    act === "cancel" || act === "confirmRefund" || act === "cancelEsim"
      ? t(`acts.confirm.${act}`, about)
      : t(needsSecond ? "acts.confirm.refundAsks" : "acts.confirm.refund", about);
  const hasDevice = order.lines.some(({ kind }) => kind === "device");
  return (
    <DeskDialog
      title={t("acts.ask", { act: t(`acts.names.${act}`), number })}
      tone="warn"
      onClose={onClose}
      actions={
        <>
          <Button tone={isDanger ? "danger" : "main"} aria-busy={busy} onClick={() => !busy && onDo(sent)}>
            {t(`acts.names.${act}`)}
          </Button>
          <CancelButton onClose={onClose} />
        </>
      }
    >
      <p>{text}</p>
      {hasDevice && act !== "cancelEsim" && act !== "confirmRefund" && (
        <label className={styles.tick}>
          <input type="checkbox" checked={sent} onChange={(event) => setSent(event.target.checked)} />
          {t("acts.sent")}
        </label>
      )}
    </DeskDialog>
  );
}
