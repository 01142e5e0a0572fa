import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { formatDay, parseDay } from "#core/time/dates.ts";
import { transferDays } from "#core/phone-numbers/transfer-day.ts";
import { usePage } from "#web/app/page-context.tsx";
import { FieldGrid } from "#web/checkout/frame/StepForm.tsx";
import { BoundField } from "#web/forms/BoundField.tsx";
import { DateField } from "#web/forms/DateField.tsx";
import { dayLabel } from "#web/forms/day-words.ts";
import { today } from "#web/forms/today.ts";
import { useFormState } from "#web/forms/form.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { FieldGroup } from "#web/kit/Field.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { Segmented } from "#web/kit/Segmented.tsx";
import styles from "./person.module.css";

const CONTRACTS = ["Prepaid", "Postpaid"] as const;

export type TransferProps = {
  readonly state: CustomerFormState;
  /** The earliest possible transfer day, as `YYYY-MM-DD`. */
  readonly earliest: string;
  /** The day on which the old contract releases the number, if it is later than requested; otherwise empty. */
  readonly released: string;
};

/**
 * The number to transfer; a prepaid number needs its PUK (specification 4). Below, in chronological order: the transfer
 * day, what the shopper must not do now, and what the holder of a prepaid number does after the order.
 */
export function TransferFields({ state, earliest, released: answered }: TransferProps) {
  const t = useTranslations("customer.number");
  const tTransfer = useTranslations("number.transfer");
  const label = useTranslations("customer.fields")("mnpSubscriptionType");
  const { locale } = usePage();
  const { form } = state;
  const { values, errors } = useFormState(form);
  const { mnpSubscriptionType: contract, mnpMsisdn: msisdn, mnpDate: wished } = values;
  // The server's error names the earliest day on which this number can be transferred. It does not apply to another.
  useEffect(() => {
    if (form.state().errors.mnpDate?.type === "server") form.clear("mnpDate");
  }, [form, msisdn]);
  const prepaid = contract === "Prepaid";
  // The old provider has refused the transfer, so the form offers to continue without it.
  const isRefused = errors.mnpMsisdn?.type === "server";
  const released = errors.mnpDate?.type === "server" ? answered : "";
  const day = dayLabel(released || earliest, locale, "by");
  const takeNew = () => {
    form.set({ mnp: false });
    // The focused button is about to disappear.
    document.querySelector<HTMLInputElement>('input[name="mnp"][value="0"]')?.focus();
  };
  return (
    <>
      <FieldGroup label={label} error={state.errorOf("mnpSubscriptionType")}>
        <Segmented
          name="mnpSubscriptionType"
          label={label}
          options={CONTRACTS.map((value) => ({ value, label: t(value) }))}
          value={CONTRACTS.find((value) => value === contract) ?? null}
          onChange={(value) => form.set({ mnpSubscriptionType: value }, "now")}
        />
      </FieldGroup>
      <FieldGrid>
        <BoundField
          state={state}
          name="mnpMsisdn"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={tTransfer("existingHint")}
        />
        {prepaid && (
          <BoundField
            state={state}
            name="puk"
            inputMode="numeric"
            autoComplete="off"
            chars={10}
            hint={tTransfer("pukHint")}
          />
        )}
      </FieldGrid>
      {isRefused && (
        <div className={styles.newFirst}>
          <Button variant="ghost" compact onClick={takeNew}>
            {tTransfer("newFirst")}
          </Button>
          <p>{tTransfer("newFirstText")}</p>
        </div>
      )}
      <div className={styles.day}>
        <DateField
          state={state}
          name="mnpDate"
          min={released || earliest}
          max={formatDay(transferDays(today()).latest)}
          hint={tTransfer("dayHint", { day })}
          optional
        />
      </div>
      {released !== "" && (
        <div className={styles.newFirst}>
          <Button variant="ghost" compact onClick={() => form.set({ mnpDate: released }, "now")}>
            {tTransfer("takeDay", { day: dayLabel(released, locale, "on") })}
          </Button>
        </div>
      )}
      <div className={styles.promise}>
        <Icon name="calendar" />
        <p>
          <b>
            {parseDay(wished) && released === ""
              ? tTransfer("chosenDay", { day: dayLabel(wished, locale, "on") })
              : t("earliest", { day })}
          </b>{" "}
          {tTransfer("untilThen")}
        </p>
      </div>
      <Alert tone="warn" quiet title={tTransfer("doNotCancel")}>
        {tTransfer("otherwiseLost")}
      </Alert>
      {prepaid && (
        <div className={styles.promise}>
          <Icon name="sms" />
          <p>{tTransfer("confirmLater")}</p>
        </div>
      )}
    </>
  );
}
