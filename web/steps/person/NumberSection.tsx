import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { BoundField } from "#web/forms/BoundField.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { FieldGrid, Section } from "#web/checkout/frame/StepForm.tsx";
import { ChoiceCard, ChoiceGrid } from "#web/kit/ChoiceCard.tsx";
import { FieldError, FieldGroup } from "#web/kit/Field.tsx";
import { Segmented } from "#web/kit/Segmented.tsx";

const CONTRACTS = ["Prepaid", "Postpaid"] as const;

/** A new number, or the transfer of an existing one; a prepaid one needs its PUK (specification 4). */
export function NumberSection({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("customer.number");
  const label = useTranslations("customer.fields");
  const { form } = state;
  const [mnp, contract] = useWatch({ control: form.control, name: ["mnp", "mnpSubscriptionType"] });
  const choose = (transfer: boolean) =>
    form.setValue("mnp", transfer, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const error = state.errorOf("mnp");
  return (
    <Section id="mnp" title={t("title")} hint={t("hint")}>
      <ChoiceGrid>
        <ChoiceCard
          type="radio"
          name="mnp"
          value="0"
          title={t("new")}
          text={t("newText")}
          checked={!mnp}
          onChange={() => choose(false)}
        />
        <ChoiceCard
          type="radio"
          name="mnp"
          value="1"
          title={t("transfer")}
          text={t("transferText")}
          checked={mnp}
          onChange={() => choose(true)}
        />
      </ChoiceGrid>
      {error && <FieldError>{error}</FieldError>}
      {mnp && (
        <FieldGrid>
          <BoundField
            state={state}
            name="mnpMsisdn"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="41XXXXXXXXX"
            hint={t("existingHint")}
          />
          <FieldGroup label={label("mnpSubscriptionType")} error={state.errorOf("mnpSubscriptionType")}>
            <Segmented
              name="mnpSubscriptionType"
              label={label("mnpSubscriptionType")}
              options={CONTRACTS.map((value) => ({ value, label: t(value) }))}
              value={CONTRACTS.find((value) => value === contract) ?? null}
              onChange={(value) =>
                form.setValue("mnpSubscriptionType", value, { shouldDirty: true, shouldValidate: true })
              }
            />
          </FieldGroup>
          {contract === "Prepaid" && (
            <BoundField
              state={state}
              name="puk"
              inputMode="numeric"
              autoComplete="off"
              maxLength={8}
              hint={t("pukHint")}
            />
          )}
        </FieldGrid>
      )}
    </Section>
  );
}
