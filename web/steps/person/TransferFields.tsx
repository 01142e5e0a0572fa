import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { FieldGrid } from "#web/checkout/frame/StepForm.tsx";
import { BoundField } from "#web/forms/BoundField.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { FieldGroup } from "#web/kit/Field.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { Segmented } from "#web/kit/Segmented.tsx";
import styles from "./person.module.css";

const CONTRACTS = ["Prepaid", "Postpaid"] as const;

/**
 * The number to transfer; a prepaid one needs its PUK (specification 4). Below, in the order of time: when it comes, what must not
 * be done now, and what the holder of a prepaid number does after the order. `day`: the earliest day, in words.
 */
export function TransferFields({ state, day }: { readonly state: CustomerFormState; readonly day: string }) {
  const t = useTranslations("customer.number");
  const tTransfer = useTranslations("number.transfer");
  const label = useTranslations("customer.fields")("mnpSubscriptionType");
  const { form } = state;
  const contract = useWatch({ control: form.control, name: "mnpSubscriptionType" });
  const prepaid = contract === "Prepaid";
  // The old provider has refused the number: there is a way on without it.
  const isRefused = form.formState.errors.mnpMsisdn?.type === "server";
  return (
    <>
      <FieldGroup label={label} error={state.errorOf("mnpSubscriptionType")}>
        <Segmented
          name="mnpSubscriptionType"
          label={label}
          options={CONTRACTS.map((value) => ({ value, label: t(value) }))}
          value={CONTRACTS.find((value) => value === contract) ?? null}
          onChange={(value) => form.setValue("mnpSubscriptionType", value, { shouldDirty: true, shouldValidate: true })}
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
          <Button variant="ghost" compact onClick={() => form.setValue("mnp", false, { shouldDirty: true })}>
            {tTransfer("newFirst")}
          </Button>
          <p>{tTransfer("newFirstText")}</p>
        </div>
      )}
      <div className={styles.promise}>
        <Icon name="calendar" />
        <p>
          <b>{t("earliest", { day })}</b> {tTransfer("untilThen")}
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
