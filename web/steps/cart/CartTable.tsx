import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { fromChf, inChf, type Chf } from "#core/money/money.ts";
import { settlementOf } from "#core/price/settlement.ts";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { chf } from "#web/money/amounts.ts";
import { readLines } from "#web/checkout/summary/lines.ts";
import type { CheckoutAnswer } from "#web/session/draft.ts";
import styles from "./CartTable.module.css";
import { yearlyOf } from "./yearly.ts";

/**
 * Every line with its monthly, one-time and immediate price, then the totals. Below, except for prepaid mobile, the
 * limit and the yearly total (specification 2).
 */
export function CartTable({ answer }: { readonly answer: CheckoutAnswer }) {
  const t = useTranslations("checkout");
  const tCart = useTranslations("cart");
  const { business } = useCheckout();
  const onBill = settlementOf({ total: fromChf(answer.total), paid: false, business }) === "onBill";
  const columns = [t("summary.monthly"), t("summary.once"), t(onBill ? "summary.onBill" : "summary.now")];
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
  const yearly = yearlyOf(answer);
  // Amounts that are not charged themselves, so they are not in the columns of charges.
  const others = [
    ...(answer.limit > 0 ? [[t("limit.title"), inChf(fromChf(answer.limit))] as const] : []),
    ...(prepaidMobile ? [] : [[tCart("yearly"), inChf(yearly)] as const]),
  ];
  return (
    <div className={styles.cart}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{tCart("item")}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(
            (item) =>
              item && (
                <Row
                  key={`${item.code} ${item.name}`}
                  columns={columns}
                  name={item.name}
                  amounts={[item.billing, item.oneTime, item.total]}
                />
              ),
          )}
          {answer.chosenTv && (
            <Row
              columns={columns}
              name={
                <>
                  {answer.chosenTv.name} <small>{t("bonus.title")}</small>
                </>
              }
              amounts={[answer.chosenTv.billing, null, null]}
            />
          )}
        </tbody>
        <tfoot>
          <Row
            columns={columns}
            name={tCart("total")}
            amounts={[answer.billing, answer.oneTime, answer.total]}
            isTotal
          />
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

type RowProps = {
  readonly columns: readonly string[];
  readonly name: ReactNode;
  /** By column; null where there cannot be one. */
  readonly amounts: readonly (Chf | null)[];
  /** The sums, which are shown even if they are zero. */
  readonly isTotal?: true;
};

function Row({ columns, name, amounts, isTotal }: RowProps) {
  const isShown = (amount: Chf | null) => amount !== null && (isTotal || fromChf(amount) !== 0);
  const isFree = !amounts.some(isShown);
  return (
    <tr>
      <th scope="row">{name}</th>
      {amounts.map((amount, at) => (
        // A narrow page omits cells without an amount, except one if there is no other.
        <td
          key={columns[at]}

          data-column={columns[at]}
          data-empty={(!isShown(amount) && !(isFree && at === 0)) || undefined}
        >
          {amount !== null && (isShown(amount) || (isFree && at === 0)) ? chf(amount) : "–"}
        </td>
      ))}
    </tr>
  );
}
