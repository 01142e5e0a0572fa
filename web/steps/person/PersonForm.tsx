import { toWire } from "#core/form/spelling.ts";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { personErrors } from "#core/form/person-errors.ts";
import { pickFields, STORED_BY } from "#core/form/form-fields.ts";
import { defaultSimType } from "#core/checkout-record/sim-type.ts";
import { groupedPhone, withoutCountryCode } from "#core/phone-numbers/typed-phone.ts";
import { call } from "#web/api/call.ts";
import { usePage } from "#web/app/page-context.tsx";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { FieldGrid, Section, StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { BirthdayField, keepTooYoung } from "#web/forms/BirthdayField.tsx";
import { BoundField } from "#web/forms/BoundField.tsx";
import { bodyOf } from "#web/forms/customer-form.ts";
import { FormErrors } from "#web/forms/FormErrors.tsx";
import { TakenInstead } from "#web/forms/refused/refused-credit.tsx";
import { SalutationField } from "#web/forms/SalutationField.tsx";
import { today } from "#web/forms/today.ts";
import { useCorrections } from "#web/forms/use-corrections.ts";
import { useCustomerForm } from "#web/forms/use-customer-form.ts";
import { useOpenedSection } from "#web/forms/use-opened-section.ts";
import { namePerson } from "#web/session/person.ts";
import { FillIn } from "./FillIn.tsx";
import { HolderMatch } from "./HolderMatch.tsx";
import { NameField } from "./NameField.tsx";
import { NumberPicker } from "./NumberPicker.tsx";
import { NumberSection } from "./NumberSection.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { SimSection } from "./SimSection.tsx";
import { TransferAuthority } from "./TransferAuthority.tsx";
import styles from "./person.module.css";

/** The form of step 4. */
export function PersonForm({ user, tv, postpaid, esim, device, numbers, expected, arms }: PrepareAnswers["4"]) {
  const t = useTranslations("customer");
  const busy = useBusy();
  const ask = useAsk();
  const { offers } = usePage();
  const showFailure = useShowFailure();
  const { leave, correct } = useNavigation();
  const store = useCheckoutStore();
  const tooYoung = useRef(false);
  const [released, setReleased] = useState("");
  const family = tv ? "tv" : "mobile";
  const simType = defaultSimType(esim, arms?.simDefault);
  const state = useCustomerForm(
    user,
    (form) => {
      const errors = personErrors(form, {
        family,
        postpaid,
        today: today(),
        deviceTakesEsim: esim,
        authorityShown: true,
      });
      return keepTooYoung(errors, form, tooYoung.current);
    },
    { simType },
  );
  const { form } = state;
  // An eSIM was chosen for a different device.
  useEffect(() => {
    if (!esim) form.set({ simType });
  }, [esim, simType, form]);

  useOpenedSection();
  useCorrections(state.showErrors);

  const submit = () =>
    state.submit(async (form) => {
      const result = await busy.once(() => call("validateCustomer", { body: bodyOf(form, family) }));
      if (!result) return;
      if (result.ok) {
        store.formSaved(toWire(pickFields(form, STORED_BY["4"])));
        namePerson(`${form.firstName} ${form.lastName}`);
        return leave("4");
      }
      const { failure } = result;
      if (failure.kind === "fieldErrors") {
        setReleased(failure.suggested["mnpDate"] ?? "");
        return state.showErrors(failure.errors);
      }
      if (failure.kind === "userExists") {
        await ask({
          title: t("userExistsTitle"),
          text: t("userExists"),
          tone: "warn",
          answers: [{ key: "ok", label: t("understood") }],
        });
        return;
      }
      if (failure.kind === "badAddress") {
        correct("4a", { address: t("badAddress") });
        return;
      }
      if ((await showFailure(failure)) === "retry") await submit();
    });

  return (
    <StepForm label={t("person.go")} enabled onSubmit={submit}>
      <FormErrors state={state} />
      <TakenInstead />
      {!tv && postpaid && (
        <NumberSection state={state} earliest={expected.transfer} numbers={numbers} released={released} />
      )}
      {!tv && !postpaid && numbers && (
        <Section id="mnp" title={t("number.title")}>
          <NumberPicker state={state} />
        </Section>
      )}
      {esim && <SimSection state={state} device={device} expected={expected.post} />}
      {offers.network && !state.locked.has("salutation") && <FillIn state={state} />}
      <Section title={t("person.title")} hint={t("person.hint")}>
        <SalutationField state={state} />
        <FieldGrid>
          <NameField state={state} name="firstName" autoComplete="given-name" />
          <NameField state={state} name="lastName" autoComplete="family-name" />
          <BirthdayField
            state={state}
            onTooYoung={() => {
              tooYoung.current = true;
            }}
          />
          <BoundField
            state={state}
            name="mobilePhone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            placeholder="784XXXXXX"
            before={<span aria-hidden="true">+41</span>}
            read={withoutCountryCode}
            onDone={() => form.set({ mobilePhone: groupedPhone(form.values().mobilePhone) })}
            hint={t("person.phoneHint")}
          />
        </FieldGrid>
        <p className={styles.confirmation}>
          <Icon name="mail" />
          <span>{t("person.confirmation", { email: user.email })}</span>
        </p>
      </Section>
      {!tv && postpaid && <TransferAuthority state={state} />}
      {!tv && postpaid && <HolderMatch state={state} />}
    </StepForm>
  );
}
