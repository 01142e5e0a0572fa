import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { useCheckoutStore } from "#web/checkout/state/CheckoutProvider.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { ChoiceCard, ChoiceGrid } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";

const WAYS = ["email", "post"] as const;

/** How the bill comes; by post it costs a fee, which the summary shows at once (specification 4). */
export function BillSection({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("customer.bill");
  const { change } = useCheckoutStore();
  const { form } = state;
  const chosen = useWatch({ control: form.control, name: "typeOfBill" });
  const error = state.errorOf("typeOfBill");
  return (
    <Section id="typeOfBill" title={t("title")}>
      <ChoiceGrid>
        {WAYS.map((way) => (
          <ChoiceCard
            key={way}
            type="radio"
            name="typeOfBill"
            value={way}
            title={t(way)}
            text={t(`${way}Text`)}
            checked={chosen === way}
            onChange={() => {
              form.setValue("typeOfBill", way, { shouldDirty: true });
              void change((record) => ({ ...record, postBill: way === "post" ? 1 : 0 }));
            }}
          />
        ))}
      </ChoiceGrid>
      {error && <FieldError>{error}</FieldError>}
    </Section>
  );
}
