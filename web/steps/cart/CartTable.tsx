import { useTranslations } from "use-intl";
import { fromChf, inChf, type Chf } from "#core/money/money.ts";
import { yearlyTotal } from "#core/price/pricing.ts";
import { settlementOf } from "#core/price/settlement.ts";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { chf } from "#web/money/amounts.ts";
import { readLines, type Item } from "#web/checkout/summary/lines.ts";
import type { CheckoutAnswer } from "#web/session/draft.ts";
import styles from "./CartTable.module.css";

/**
 * Every line with its monthly, one-time and immediate price, then the totals. Below, except for prepaid mobile, the
 * limit and the yearly total (specification 2).
 */
export function CartTable({ answer }: { readonly answer: CheckoutAnswer }) {
  const t = useTranslations("checkout");
  const tCart = useTranslations("cart");
  const { business } = useCheckout();
  const onBill = settlementOf({ total: fromChf(answer.total), paid: false, business }) === "onBill";
  const lines = readLines(answer);
  const items = [
    lines.tariff,
    lines.sim,
    lines.device,
    ...lines.boxes,
    ...lines.bundles,
    lines.insurance,
    ...lines.fees,
  ];
  const prepaidMobile = !answer.postpaid && !lines.tv;
  const yearly = yearlyTotal({
    monthly: fromChf(answer.billing),
    firstBill: fromChf(answer.oneTime),
    dueNow: fromChf(answer.total),
  });
  // Amounts that are not charged themselves, so they are not in the columns of charges.
  const others = [
    ...(answer.limit > 0 ? [[t("limit.title"), inChf(fromChf(answer.limit))] as const] : []),
    ...(prepaidMobile ? [] : [[tCart("yearly"), inChf(yearly)] as const]),
  ];
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{tCart("item")}</th>
            <th scope="col">{t("summary.monthly")}</th>
            <th scope="col">{t("summary.once")}</th>
            <th scope="col">{t(onBill ? "summary.onBill" : "summary.now")}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => item && <ItemRow key={item.code} item={item} />)}
          {answer.chosenTv && (
            <tr>
              <th scope="row">
                {answer.chosenTv.name} <small>{t("bonus.title")}</small>
              </th>
              <td>{chf(answer.chosenTv.billing)}</td>
              <td>–</td>
              <td>–</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{tCart("total")}</th>
            <td>{chf(answer.billing)}</td>
            <td>{chf(answer.oneTime)}</td>
            <td>{chf(answer.total)}</td>
          </tr>
        </tfoot>
      </table>
      {others.length > 0 && (
        <dl className={styles.others}>
          {others.map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function ItemRow({ item }: { readonly item: Item }) {
  const cell = (amount: Chf) => <td>{fromChf(amount) === 0 ? "–" : chf(amount)}</td>;
  return (
    <tr>
      <th scope="row">{item.name}</th>
      {cell(item.billing)}
      {cell(item.oneTime)}
      {cell(item.total)}
    </tr>
  );
}
