import { toWire } from "#core/form/spelling.ts";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "use-intl";
import { type AddressFields as Address, type FormField } from "#core/form/fields.ts";
import { ADDRESS_FIELDS, DELIVERY_FIELDS, pickFields, STORED_BY } from "#core/form/form-fields.ts";
import { addressErrors } from "#core/form/address-errors.ts";
import type { FormErrors as Errors } from "#core/form/mistakes.ts";
import { call } from "#web/api/call.ts";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { Section, StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/store.tsx";
import { flowOf } from "#web/checkout/state/flow.ts";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { bodyOf, type User } from "#web/forms/customer-form.ts";
import { useFormState } from "#web/forms/form.ts";
import { FormErrors } from "#web/forms/FormErrors.tsx";
import { useCorrections } from "#web/forms/use-corrections.ts";
import { useCustomerForm } from "#web/forms/use-customer-form.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { AddressFields } from "./AddressFields.tsx";
import { AddressSearch } from "./AddressSearch.tsx";
import { PickedAddress } from "./PickedAddress.tsx";
import { TownQuestion } from "./TownQuestion.tsx";
import { useTidyDelivery } from "./use-tidy-delivery.ts";
import { useTownCheck } from "./use-town-check.ts";
import styles from "./address.module.css";

const isEmpty = (form: Address) => ADDRESS_FIELDS.every((field) => form[field].trim() === "");
/**
 * Returns the errors of the address fields. While the fields are hidden and empty, the only error is that the address
 * is missing.
 */
const errorsOf =
  (open: boolean, takesPoBox: boolean) =>
  (form: Address): Errors =>
    !open && isEmpty(form) ? { addressId: "empty.addressId" } : addressErrors(form, { takesPoBox });

type Props = { readonly user: User; readonly takesPoBox: boolean };

/** The form of step 4a: one search field. The address fields appear when they are needed. */
export function AddressForm({ user, takesPoBox }: Props) {
  const t = useTranslations("customer");
  const own = useTranslations("address");
  const busy = useBusy();
  const ask = useAsk();
  const showFailure = useShowFailure();
  const { leave } = useNavigation();
  const store = useCheckoutStore();
  const { record, answer } = useCheckout();
  const { family } = flowOf(record, answer);
  const [opened, setOpened] = useState(false);
  const state = useCustomerForm(user, errorsOf(opened, takesPoBox));
  const tidy = useTidyDelivery(state, takesPoBox);
  const { doubt, isDoubtful } = useTownCheck();
  const typed = pickFields(useFormState(state.form).values, DELIVERY_FIELDS);
  const locked = ADDRESS_FIELDS.filter((field) => state.locked.has(field));
  const picked = !isEmpty(typed) && Object.keys(addressErrors(typed, { takesPoBox })).length === 0;
  const open = opened || locked.length > 0 || !(picked || isEmpty(typed));
  // Once open, the fields stay open while the shopper fills them in.
  if (open && !opened) setOpened(true);
  /** Opens the fields synchronously, so that an error can be shown at its field. */
  const openFields = () => {
    flushSync(() => setOpened(true));
    state.form.clear("addressId");
  };
  const showErrors = (errors: Readonly<Record<string, string>>) => {
    openFields();
    state.showErrors(errors);
  };
  useCorrections(showErrors);
  const openAt = (field: FormField) => {
    openFields();
    focusField(field);
  };

  const submit = () =>
    state.submit(async (sent) => {
      const form = { ...sent, ...tidy() };
      const result = await busy.once(async () => {
        if (locked.length > 0 || !(await isDoubtful(form)))
          return call("updateCustomer", { body: bodyOf(form, family) });
        setOpened(true);
        return null;
      });
      if (!result) return;
      if (result.ok) {
        store.formSaved(toWire(pickFields(form, STORED_BY["4a"])));
        return leave("4a");
      }
      const { failure } = result;
      if (failure.kind === "fieldErrors") return showErrors(failure.errors);
      const words =
        failure.kind === "badAddress"
          ? { title: t("badAddressTitle"), text: t("badAddress") }
          : failure.kind === "userExists"
            ? { title: t("userExistsTitle"), text: t("userExists") }
            : null;
      if (words) {
        if (failure.kind === "badAddress") openFields();
        await ask({ ...words, tone: "warn", answers: [{ key: "ok", label: t("understood") }] });
        if (failure.kind === "badAddress") focusField("address");
        return;
      }
      if ((await showFailure(failure)) === "retry") await submit();
    });

  return (
    <StepForm label={own("purchase")} note={own("notYet")} enabled onSubmit={submit}>
      <FormErrors state={state} />
      <Section>
        {locked.length > 0 ? (
          <Alert tone="info">{own(locked.length === ADDRESS_FIELDS.length ? "fixed" : "incomplete")}</Alert>
        ) : (
          <AddressSearch
            error={state.errorOf("addressId")}
            isUnchanged={({ street, house_number, zipcode, city: town }) => {
              const now = state.form.values();
              return (
                now.address === street && now.number === house_number && now.postalCode === zipcode && now.city === town
              );
            }}
            onPick={({ street, house_number, zipcode, city: town }, form) => {
              state.form.set({ address: street, number: house_number, postalCode: zipcode, city: town });
              if (form === "picked") setOpened(false);
              state.form.check(...ADDRESS_FIELDS, "addressId");
            }}
          />
        )}
        {open ? (
          <AddressFields state={state} takesPoBox={takesPoBox} />
        ) : picked ? (
          <PickedAddress address={typed} takesPoBox={takesPoBox} onOpen={openAt} />
        ) : (
          <TextButton onClick={() => openAt("address")}>{own("byHand")}</TextButton>
        )}
        {doubt && <TownQuestion state={state} doubt={doubt} />}
        <p className={styles.note}>{own("onlyHere")}</p>
      </Section>
    </StepForm>
  );
}
