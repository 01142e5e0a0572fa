import type { Changes, MoneyChange } from "#contract/desk/publishing-answers.ts";
import { isAmount } from "#core/catalogue/catalogue-diff.ts";
import { fromChf, type Chf, francs } from "#core/money/money.ts";
import { amount } from "#desk/app/numbers.ts";
import { useTexts, type Texts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import styles from "./ChangeList.module.css";

/**
 * The differences between some content and the live version: price changes first, then everything else. `from`: when
 * the content would go live.
 */
export function ChangeList({ changes, from }: { readonly changes: Changes; readonly from?: string | null }) {
  const t = useTexts("publishing");
  const times = useTimes();
  const { money, entries, against, at } = changes;
  const others = entries.filter(({ kind, fields }) => kind !== "changed" || fields.length > 0);
  // Changes that may affect costs although no price changes: amounts that no product shows, such as a deposit, and
  // texts.
  const mayCost = others.some(({ what, fields }) => what === "texts" || fields.some(({ field }) => isAmount(field)));
  return (
    <div className={styles.changes}>
      <p className={styles.quiet}>{t("changes.at", { version: against, day: times.full(at) })}</p>
      {money.length === 0 ? (
        (others.length === 0 || !mayCost) && <p>{others.length === 0 ? t("changes.none") : t("changes.noMoney")}</p>
      ) : (
        <>
          <ul className={styles.money}>
            {money.map((change) => (
              <li key={`${change.code} ${change.term} ${change.amount} ${change.from}`}>
                {change.from !== null && `${t("changes.later", { day: times.full(change.from) })} `}
                {inWords(change, t)}
              </li>
            ))}
          </ul>
          {from !== undefined && (
            <p className={styles.quiet}>
              {from === null ? t("changes.now") : t("changes.for", { day: times.full(from) })}
            </p>
          )}
        </>
      )}
      {others.length > 0 && (
        <details open={money.length === 0}>
          <summary>{t("changes.others")}</summary>
          <ul className={styles.entries}>
            {others.map(({ what, code, name, kind, fields }) => (
              <li key={`${what} ${code}`}>
                <b>{name || code || what}</b> {kind !== "changed" && t(`changes.${kind}`)}
                <ul>
                  {fields.map((field) => (
                    <li key={field.field}>
                      {t("changes.field", {
                        field: field.field,
                        old: field.old ?? t("changes.absent"),
                        new: field.new ?? t("changes.absent"),
                      })}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Describes a change as `SMART 60, 24 Monate: +2.– im Monat (39.90 → 41.90)`. */
function inWords({ code, name, term, amount: kind, old, new: next }: MoneyChange, t: Texts<"publishing">) {
  const fee = (
    { insurance: t("fields.insurance"), postBill: t("fields.postBillFee") } as Readonly<Record<string, string>>
  )[code];
  const what = [fee ?? name, term !== null && t("changes.months", { count: term })].filter(Boolean).join(", ");
  const side = (chf: Chf | null) => (chf === null ? t("changes.absent") : amount(chf));
  const difference = old === null || next === null ? null : fromChf(next) - fromChf(old);
  const stateOf = () => {
    if (old === null) return t("changes.added");
    if (difference === null) return t("changes.removed");
    return difference > 0 ? `+${francs(difference)}` : francs(difference);
  };
  return (
    <>
      {what}: <b data-more={difference !== null && difference > 0 ? "" : undefined}>{stateOf()}</b>{" "}
      {t(`amounts.${kind}`)} ({side(old)} → {side(next)})
    </>
  );
}
