import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { ChoiceCard, ChoiceGrid } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";

/** eSIM (`simType` 1) or a SIM card by post (0). */
export function SimSection({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("customer.sim");
  const { form } = state;
  const chosen = useWatch({ control: form.control, name: "simType" });
  const choose = (simType: string) => form.setValue("simType", simType, { shouldDirty: true, shouldValidate: true });
  const error = state.errorOf("simType");
  return (
    <Section id="simType" title={t("title")}>
      <ChoiceGrid>
        <ChoiceCard
          type="radio"
          name="simType"
          value="1"
          title={t("esim")}
          text={t("esimText")}
          checked={chosen === "1"}
          onChange={() => choose("1")}
        />
        <ChoiceCard
          type="radio"
          name="simType"
          value="0"
          title={t("card")}
          text={t("cardText")}
          checked={chosen === "0"}
          onChange={() => choose("0")}
        />
      </ChoiceGrid>
      {error && <FieldError>{error}</FieldError>}
    </Section>
  );
}
