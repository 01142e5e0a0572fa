import { useTranslations } from "use-intl";
import { addressErrors } from "#core/customer-form.ts";
import { call } from "#web/api/call.ts";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { FieldGrid, Section, StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { flowOf } from "#web/checkout/state/flow.ts";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { BoundField } from "#web/forms/BoundField.tsx";
import { bodyOf, type User } from "#web/forms/customer-form.ts";
import { FormErrors } from "#web/forms/FormErrors.tsx";
import { useCustomerForm } from "#web/forms/use-customer-form.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { TextField } from "#web/kit/TextField.tsx";
import { AddressSearch } from "./AddressSearch.tsx";
import { TownQuestion } from "./TownQuestion.tsx";
import { useTownCheck } from "./use-town-check.ts";

const ADDRESS = ["address", "number", "postal_code", "city"] as const;

/** The form of step 4a: a search that fills the fields, and the fields themselves. */
export function AddressForm({ user }: { readonly user: User }) {
  const t = useTranslations("customer");
  const label = useTranslations("customer.fields");
  const busy = useBusy();
  const ask = useAsk();
  const showFailure = useShowFailure();
  const { leave } = useNavigation();
  const { record, answer } = useCheckout();
  const { family } = flowOf(record, answer);
  const state = useCustomerForm(user, addressErrors);
  const { doubt, isDoubtful } = useTownCheck();
  const locked = ADDRESS.filter((field) => state.locked.has(field));

  const submit = () =>
    state.submit(async (form) => {
      const result = await busy.once(async () =>
        locked.length === 0 && (await isDoubtful(form)) ? null : call("updateCustomer", { body: bodyOf(form, family) }),
      );
      if (!result) return;
      if (result.ok) return leave("4a");
      const { failure } = result;
      if (failure.kind === "fieldErrors") return state.showErrors(failure.errors);
      const words =
        failure.kind === "badAddress"
          ? { title: t("badAddressTitle"), text: t("badAddress") }
          : failure.kind === "userExists"
            ? { title: t("userExistsTitle"), text: t("userExists") }
            : null;
      if (words) {
        await ask({ ...words, tone: "warn", answers: [{ key: "ok", label: t("understood") }] });
        if (failure.kind === "badAddress") focusField("address");
        return;
      }
      if ((await showFailure(failure)) === "retry") await submit();
    });

  return (
    <StepForm label={t("address.purchase")} note={t("address.notYet")} enabled onSubmit={submit}>
      <FormErrors state={state} />
      {locked.length > 0 ? (
        <Section>
          <Alert tone="info">{t(locked.length === ADDRESS.length ? "address.fixed" : "address.incomplete")}</Alert>
        </Section>
      ) : (
        <Section title={t("address.searchTitle")} hint={t("address.searchHint")}>
          <AddressSearch
            isUnchanged={({ street, house_number, zipcode, city }) => {
              const { address, number, postal_code, city: town } = state.form.getValues();
              return address === street && number === house_number && postal_code === zipcode && town === city;
            }}
            onPick={({ street, house_number, zipcode, city }) => {
              const set = (name: "address" | "number" | "postal_code" | "city", value: string) =>
                state.form.setValue(name, value, { shouldDirty: true });
              set("address", street);
              set("number", house_number);
              set("postal_code", zipcode);
              set("city", city);
              void state.form.trigger(ADDRESS);
            }}
          />
        </Section>
      )}
      <Section title={t("address.title")}>
        <FieldGrid>
          <BoundField state={state} name="address" autoComplete="address-line1" />
          <BoundField state={state} name="number" autoComplete="off" maxLength={12} />
        </FieldGrid>
        <FieldGrid>
          <BoundField state={state} name="postal_code" inputMode="numeric" autoComplete="postal-code" maxLength={4} />
          <BoundField state={state} name="city" autoComplete="address-level2" />
        </FieldGrid>
        {doubt && <TownQuestion state={state} doubt={doubt} />}
        <FieldGrid>
          <TextField
            name="country"
            label={label("country")}
            value={t("address.country")}
            locked
            autoComplete="country-name"
          />
        </FieldGrid>
      </Section>
    </StepForm>
  );
}
