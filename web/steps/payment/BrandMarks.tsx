import type { PaymentBrand } from "#core/payment/payment-brands.ts";
import { PaymentMark } from "#web/art/PaymentMark.tsx";
import styles from "./PaymentStep.module.css";

/** Pictures of payment brands, with their names for screen readers. */
export function BrandMarks({ brands }: { readonly brands: readonly PaymentBrand[] }) {
  return (
    <span className={styles.brands}>
      {brands.map(({ code, name }) => (
        <PaymentMark key={code} code={code} label={name} />
      ))}
    </span>
  );
}
