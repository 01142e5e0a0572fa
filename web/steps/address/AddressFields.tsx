import { useTranslations } from "use-intl";
import { readStreet } from "#core/care-of.ts";
import { readPostalCode } from "#core/typed-text.ts";
import { BoundField } from "#web/forms/BoundField.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import styles from "./address.module.css";

/** Street, number, postal code, town and c/o, each about as wide as what is typed into it. */
export function AddressFields({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("customer.address");
  const options = () => ({ shouldDirty: true, shouldValidate: state.form.formState.isSubmitted });
  /** "8001 Zürich" in the field of the postal code: the town goes to its own field. */
  const splitCode = () => {
    const { getValues, setValue } = state.form;
    const { code, town } = readPostalCode(getValues("postal_code"));
    if (code !== getValues("postal_code")) setValue("postal_code", code, options());
    if (town !== "" && getValues("city") === "") setValue("city", town, options());
  };
  /** "c/o Meier, Bahnhofstrasse" in the field of the street: the name goes to its own field. */
  const splitStreet = () => {
    const { getValues, setValue } = state.form;
    const { street, careOf } = readStreet(getValues("address"));
    if (careOf === "" || getValues("care_of") !== "") return;
    setValue("address", street, options());
    setValue("care_of", careOf, options());
  };
  return (
    <div className={styles.fields}>
      <p className={styles.hint}>{t("required")}</p>
      <BoundField
        state={state}
        name="address"
        autoComplete="address-line1"
        className={styles.long}
        onDone={splitStreet}
      />
      <BoundField state={state} name="number" optional autoComplete="off" maxLength={12} chars={6} />
      <BoundField
        state={state}
        name="postal_code"
        inputMode="numeric"
        autoComplete="postal-code"
        chars={4}
        onDone={splitCode}
      />
      <BoundField state={state} name="city" autoComplete="address-level2" className={styles.long} />
      <BoundField state={state} name="care_of" optional autoComplete="address-line2" className={styles.long} />
    </div>
  );
}
