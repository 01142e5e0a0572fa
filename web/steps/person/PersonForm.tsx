import { useRef } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { personErrors } from "#core/customer-form.ts";
import { call } from "#web/api/call.ts";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { FieldGrid, Section, StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { BirthdayField, keepTooYoung } from "#web/forms/BirthdayField.tsx";
import { BoundField } from "#web/forms/BoundField.tsx";
import { bodyOf } from "#web/forms/customer-form.ts";
import { FormErrors } from "#web/forms/FormErrors.tsx";
import { SalutationField } from "#web/forms/SalutationField.tsx";
import { today } from "#web/forms/today.ts";
import { useCustomerForm } from "#web/forms/use-customer-form.ts";
import { NumberSection } from "./NumberSection.tsx";
import { usePage } from "#web/app/page-context.tsx";
import { SimSection } from "./SimSection.tsx";

/** The form of step 4. */
export function PersonForm({ user, tv, postpaid, solvent }: PrepareAnswers["4"]) {
  const t = useTranslations("customer");
  const { offers } = usePage();
  const busy = useBusy();
  const ask = useAsk();
  const showFailure = useShowFailure();
  const { leave } = useNavigation();
  const tooYoung = useRef(false);
  const family = tv ? "tv" : "mobile";
  const state = useCustomerForm(user, (form) => {
    const errors = personErrors(form, { family, postpaid, today: today(), documentPresent: true });
    return keepTooYoung(errors, form, tooYoung.current);
  });

  const submit = () =>
    state.submit(async (form) => {
      const result = await busy.once(() => call("validateCustomer", { body: bodyOf(form, family) }));
      if (!result) return;
      if (result.ok) return leave("4");
      const { failure } = result;
      if (failure.kind === "fieldErrors") return state.showErrors(failure.errors);
      if (failure.kind === "userExists") {
        await ask({
          title: t("userExistsTitle"),
          text: t("userExists"),
          tone: "warn",
          answers: [{ key: "ok", label: t("understood") }],
        });
        return;
      }
      if ((await showFailure(failure)) === "retry") await submit();
    });

  return (
    <StepForm label={t("person.go")} enabled={solvent} onSubmit={submit}>
      <FormErrors state={state} />
      {!tv && postpaid && <NumberSection state={state} />}
      {!tv && offers.esim && <SimSection state={state} />}
      <Section title={t("person.title")} hint={t("person.hint")}>
        <SalutationField state={state} />
        <FieldGrid>
          <BoundField state={state} name="first_name" autoComplete="given-name" autoCapitalize="words" />
          <BoundField state={state} name="last_name" autoComplete="family-name" autoCapitalize="words" />
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
            hint={t("person.phoneHint")}
          />
        </FieldGrid>
        <FieldGrid>
          <BoundField state={state} name="email" type="email" autoComplete="email" hint={t("person.emailHint")} />
        </FieldGrid>
      </Section>
    </StepForm>
  );
}
