import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { readPostalCode } from "#core/person/typed-text.ts";
import { BoundField } from "#web/forms/BoundField.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { useTidyDelivery } from "./use-tidy-delivery.ts";
import styles from "./address.module.css";

type Props = { readonly state: CustomerFormState; readonly takesPoBox: boolean };

/** Street and number, postal code, town, c/o and P.O. box, each about as wide as its usual content. */
export function AddressFields({ state, takesPoBox }: Props) {
  const t = useTranslations("address");
  const { form } = state;
  const tidy = useTidyDelivery(state, takesPoBox);
  /** If "8001 Zürich" is typed into the postal code, moves the town to its own field. */
  const splitCode = () => {
    const { postalCode, city } = form.values();
    const { code, town } = readPostalCode(postalCode);
    if (code !== postalCode) form.set({ postalCode: code }, "afterSubmit");
    if (town !== "" && city === "") form.set({ city: town }, "afterSubmit");
  };
  // The P.O. box was typed before the goods changed. It is shown with the reason why it must be removed.
  const [refused] = useState(() => !takesPoBox && form.values().poBox !== "");
  useEffect(() => {
    if (refused) form.leave("poBox");
  }, [refused, form]);
  return (
    <div className={styles.fields}>
      <p className={styles.hint}>{t("required")}</p>
      <BoundField state={state} name="address" autoComplete="address-line1" className={styles.long} onDone={tidy} />
      <BoundField state={state} name="number" optional autoComplete="off" maxLength={12} chars={6} />
      <BoundField
        state={state}
        name="postalCode"
        inputMode="numeric"
        autoComplete="postal-code"
        chars={4}
        onDone={splitCode}
      />
      <BoundField state={state} name="city" autoComplete="address-level2" className={styles.long} />
      <BoundField state={state} name="careOf" optional autoComplete="address-line2" className={styles.long} />
      {(takesPoBox || refused) && (
        <BoundField
          state={state}
          name="poBox"
          optional
          hint={takesPoBox && t("poBoxHint")}
          autoComplete="off"
          className={styles.long}
          onDone={tidy}
        />
      )}
    </div>
  );
}
