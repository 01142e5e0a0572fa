import type { PaymentBrand } from "#core/payment/payment-brands.ts";
import styles from "./PaymentStep.module.css";

/** The names of payment brands as text in the brands' colours. */
export function BrandMarks({ brands }: { readonly brands: readonly PaymentBrand[] }) {
  return (
    <span className={styles.brands}>
      {brands.map(({ code, name }) => (
        <span key={code} className={styles.brand} data-brand={code}>
          {name}
        </span>
      ))}
    </span>
  );
}
