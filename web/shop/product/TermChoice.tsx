import styles from "./TermChoice.module.css";
import { useTranslations } from "use-intl";
import { TV_BINDING_MONTHS } from "#core/catalogue/codes.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Segmented } from "#web/kit/Segmented.tsx";
import { isPrepaid, type Choice, type Product, type Term } from "../products.ts";

type Props = { readonly product: Product; readonly choices: readonly Choice[] };

const valueOf = ({ record }: Choice) => JSON.stringify(record);

/**
 * The choice of the term: the binding of a mobile tariff, the duration of TV, or the plan of a device. The form sends
 * the record of the chosen one.
 */
export function TermChoice({ product, choices }: Props) {
  const t = useTranslations();
  const [only, ...others] = choices;
  const initial = choices.find((choice) => choice.initial) ?? only;
  if (!initial) return null;
  const tv = product.kind === "tv";
  const label = t(`shop.term.${product.kind === "device" ? "plan" : tv ? "duration" : "binding"}`);
  return (
    <>
      {others.length === 0 ? (
        <input type="hidden" name="record" value={valueOf(initial)} />
      ) : (
        <div className={styles.choice}>
          <p className={styles.label}>{label}</p>
          <Segmented
            name="record"
            label={label}
            options={choices.map((choice) => ({
              id: choice.id,
              value: valueOf(choice),
              label: product.kind === "device" ? (choice.tariff?.name ?? "") : termLabel(choice.term?.months ?? 0),
            }))}
            initial={valueOf(initial)}
          />
        </div>
      )}
      {product.kind !== "device" &&
        product.group !== "prepaid" &&
        choices.map(
          (choice) =>
            choice.term && (
              <div key={choice.id} {...ofChoice(choice)}>
                <Hint product={product} term={choice.term} />
              </div>
            ),
        )}
    </>
  );

  function termLabel(months: number): string {
    return tv ? String(months) : t("common.months", { count: months });
  }
}

/** Explains what the term means: how long it binds, or how long it is paid for. */
function Hint({ product, term }: { readonly product: Product; readonly term: Term }) {
  const t = useTranslations("shop.term");
  const { noticeDays } = usePage().brand;
  const tv = product.kind === "tv";
  const hint = tv ? (isPrepaid(product) ? "fixed" : "runs") : term.months === 1 ? "monthly" : "atLeast";
  return (
    <>
      <p className={styles.hint}>{t(hint, { count: term.months, days: noticeDays })}</p>
      {hint === "runs" && <p className={styles.hint}>{t("minimum", { count: TV_BINDING_MONTHS })}</p>}
    </>
  );
}

/** Returns the attributes of elements that belong to one choice. */
export function ofChoice({ id, initial }: Choice) {
  return { "data-choice": id, "data-initial": initial || undefined };
}

/**
 * Returns CSS that shows only the elements of the chosen term, so that prices follow the choice even without scripts. A
 * browser without `:has()` shows the first choice.
 */
export function choiceStyle(choices: readonly Choice[]): string {
  if (choices.length < 2) return "";
  const shown = choices.map(({ id }) => `:root:has(#${id}:checked) [data-choice=${id}]{display:block}`);
  return `[data-choice]:not([data-initial]){display:none}:root:has([id^=term-]:checked) [data-choice]{display:none}${shown.join("")}`;
}
