import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { fromChf, type Chf } from "#core/money/money.ts";
import { chf } from "#web/money/amounts.ts";
import styles from "./Agreement.module.css";

type Amounts = Readonly<Record<"billing" | "oneTime" | "total", Chf>>;
const KEYS = ["billing", "oneTime", "total"] as const;

/**
 * Shows what the customer agreed to: each line with its conditions, the totals, and the terms of the contract, worded
 * as in the e-mail and the PDF.
 */
export function Agreement({ order }: { readonly order: AnswerOf<"order"> }) {
  const t = useTranslations();
  const { lines, labels, terms } = order.agreement;
  const amounts = (of: Amounts) => KEYS.filter((key) => fromChf(of[key]) !== 0);
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement" className={styles.heading}>
        {t("customer.thanks.ordered")}
      </h2>
      <ul className={styles.lines}>
        {lines.map((line, index) => (
          <li key={index} className={styles.line}>
            <span className={styles.name}>
              {line.name}
              {line.notes.map((note) => (
                <small key={note} className={styles.note}>
                  {note}
                </small>
              ))}
            </span>
            <span className={styles.amounts}>
              {amounts(line).map((key) => (
                <span key={key}>
                  <b>{chf(line[key])}</b> <small className={styles.label}>{labels[key]}</small>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <dl className={styles.totals}>
        {amounts(order).map((key) => (
          <div key={key}>
            <dt>{labels[key]}</dt>
            <dd>{chf(order[key])}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.subheading}>{t("order.terms")}</h3>
      <ul className={styles.terms}>
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
    </section>
  );
}
