import { useTranslations } from "use-intl";
import { SIM_TYPE } from "#core/checkout-record/sim-type.ts";
import { usePage } from "#web/app/page-context.tsx";
import { dayLabel } from "#web/forms/day-words.ts";
import { useFieldValue } from "#web/forms/form.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { ChoiceCard, ChoiceGrid } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";

type Props = {
  readonly state: CustomerFormState;
  /** The name of the purchased device; null if there is none. */
  readonly device: string | null;
  /** The day on which a SIM card would arrive, as `YYYY-MM-DD`. */
  readonly expected: string;
};

/** The choice between an eSIM and a SIM card by post. States when each is available. */
export function SimSection({ state, device, expected }: Props) {
  const t = useTranslations("customer.sim");
  const { locale } = usePage();
  const { form } = state;
  const chosen = useFieldValue(form, "simType");
  const choose = (simType: string) => form.set({ simType }, "now");
  const error = state.errorOf("simType");
  return (
    <Section id="simType" title={t("title")} hint={device ? t("both", { device }) : t("check")}>
      <ChoiceGrid label={t("title")}>
        <ChoiceCard
          type="radio"
          name="simType"
          value={SIM_TYPE.esim}
          title={t("esim")}
          text={t("esimText")}
          checked={chosen === SIM_TYPE.esim}
          onChange={() => choose(SIM_TYPE.esim)}
        />
        <ChoiceCard
          type="radio"
          name="simType"
          value={SIM_TYPE.card}
          title={t("card")}
          text={t("cardText", { day: dayLabel(expected, locale, "on") })}
          checked={chosen === SIM_TYPE.card}
          onChange={() => choose(SIM_TYPE.card)}
        />
      </ChoiceGrid>
      {error && <FieldError>{error}</FieldError>}
    </Section>
  );
}
