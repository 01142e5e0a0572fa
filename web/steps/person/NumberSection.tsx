import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { dayLabel } from "#web/forms/day-words.ts";
import { useFieldValue } from "#web/forms/form.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { FieldError } from "#web/kit/Field.tsx";
import { ChoicePanel, IconChoice, IconChoices } from "#web/kit/IconChoice.tsx";
import { NumberPicker } from "./NumberPicker.tsx";
import { TransferFields } from "./TransferFields.tsx";

type Props = {
  readonly state: CustomerFormState;
  /** The earliest possible transfer day, as `YYYY-MM-DD`. */
  readonly earliest: string;
  /** New numbers can be chosen. */
  readonly numbers: boolean;
  /**
   * The day on which the old contract releases the number, as `YYYY-MM-DD`, if it is later than the requested day;
   * otherwise empty.
   */
  readonly released: string;
};

/** A new number, or the transfer of an existing one (specification 4). */
export function NumberSection({ state, earliest, numbers, released }: Props) {
  const t = useTranslations("customer.number");
  const tNumber = useTranslations("number");
  const { locale } = usePage();
  const { form } = state;
  const mnp = useFieldValue(form, "mnp");
  const choose = (transfer: boolean) => form.set({ mnp: transfer }, "afterSubmit");
  const error = state.errorOf("mnp");
  const day = dayLabel(earliest, locale, "by");
  return (
    <Section id="mnp" title={t("title")} hint={t("hint")}>
      <IconChoices label={t("title")} beside>
        <IconChoice
          name="mnp"
          value="0"
          icon="sim"
          title={t("new")}
          text={numbers ? tNumber("newText") : t("newText")}
          checked={!mnp}
          onChange={() => choose(false)}
        />
        <IconChoice
          name="mnp"
          value="1"
          icon="swap"
          title={t("transfer")}
          text={t("earliest", { day })}
          checked={mnp}
          onChange={() => choose(true)}
        />
      </IconChoices>
      {error && <FieldError>{error}</FieldError>}
      {mnp ? (
        <ChoicePanel>
          <TransferFields state={state} earliest={earliest} released={released} />
        </ChoicePanel>
      ) : (
        numbers && (
          <ChoicePanel>
            <NumberPicker state={state} />
          </ChoicePanel>
        )
      )}
    </Section>
  );
}
