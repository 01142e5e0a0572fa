import { useTranslations } from "use-intl";
import { TV_BINDING_MONTHS } from "#core/codes.ts";
import { Segmented } from "#web/kit/Segmented.tsx";
import { isPrepaid, type Product, type Term } from "../products.ts";
import styles from "./TermChoice.module.css";

type Props = { readonly product: Product; readonly term: Term | undefined; readonly onTerm: (code: string) => void };

/** The choice of the term: binding of a mobile tariff, duration of TV. */
export function TermChoice({ product, term, onTerm }: Props) {
  const t = useTranslations();
  const tv = product.kind === "tv";
  // Prepaid mobile has no contract and so no term.
  if (!term || product.group === "prepaid") return null;
  const hint = tv ? (isPrepaid(product) ? "fixed" : "runs") : term.months === 1 ? "monthly" : "atLeast";
  const label = t(tv ? "shop.term.duration" : "shop.term.binding");
  return (
    <div className={styles.choice}>
      {product.terms.length > 1 && <p className={styles.label}>{label}</p>}
      {product.terms.length > 1 && (
        <Segmented
          name="term"
          label={label}
          options={product.terms.map(({ code, months }) => ({
            value: code,
            label: tv ? String(months) : t("common.months", { count: months }),
          }))}
          value={term.code}
          onChange={onTerm}
        />
      )}
      <p className={styles.hint}>{t(`shop.term.${hint}`, { count: term.months })}</p>
      {hint === "runs" && <p className={styles.hint}>{t("shop.term.minimum", { count: TV_BINDING_MONTHS })}</p>}
    </div>
  );
}
