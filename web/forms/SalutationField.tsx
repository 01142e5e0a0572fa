import { useTranslations } from "use-intl";
import { SALUTATIONS } from "#core/catalogue/codes.ts";
import { FieldGroup } from "#web/kit/Field.tsx";
import { Segmented } from "#web/kit/Segmented.tsx";
import { useFieldValue } from "./form.ts";
import type { CustomerFormState } from "./use-customer-form.ts";

/** The choice between Mrs and Mr. */
export function SalutationField({ state }: { readonly state: CustomerFormState }) {
  const label = useTranslations("customer.fields");
  const t = useTranslations("customer.salutation");
  const chosen = useFieldValue(state.form, "salutation");
  const locked = state.locked.has("salutation");
  return (
    <div style={{ marginBottom: 16 }}>
      <FieldGroup label={label("salutation")} hint={locked ? undefined : t("look")} error={state.errorOf("salutation")}>
        <Segmented
          name="salutation"
          options={SALUTATIONS.map((value) => ({ value, label: t(value) }))}
          value={SALUTATIONS.find((value) => value === chosen) ?? null}
          disabled={locked}
          onChange={(value) => state.form.set({ salutation: value }, "now")}
        />
      </FieldGroup>
    </div>
  );
}
