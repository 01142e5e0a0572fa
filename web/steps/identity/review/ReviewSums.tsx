import { fromChf } from "#core/money/money.ts";
import { useTranslations } from "use-intl";
import { settlementOf } from "#core/price/settlement.ts";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { chf } from "#web/money/amounts.ts";
import styles from "./Review.module.css";

/** The three sums of the order, with what is due now first if it is paid here. */
export function ReviewSums({ business }: { readonly business: boolean }) {
  const t = useTranslations("checkout.summary");
  const { answer } = useCheckout();
  if (!answer) return null;
  const onBill = settlementOf({ total: fromChf(answer.total), paid: false, business }) === "onBill";
  const sums = [
    { name: t("monthly"), amount: answer.billing },
    { name: t("once"), amount: answer.oneTime },
    { name: t(onBill ? "onBill" : "now"), amount: answer.total },
  ];
  return (
    <dl className={styles.sums}>
      {(answer.postpaid
        ? sums
        : sums.toReversed().filter(({ amount }, index) => index === 0 || fromChf(amount) > 0)
      ).map((sum) => (
        <div key={sum.name} className={styles.sum}>
          <dt>{sum.name}</dt>
          <dd>{chf(sum.amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
