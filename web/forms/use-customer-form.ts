import { useEffect, useMemo, useRef, useState } from "react";
import { useForm, type FieldErrors, type Resolver, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { CustomerForm, FormErrors, FormField } from "#core/customer-form.ts";
import { lockedFields } from "#core/locking.ts";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/CheckoutProvider.tsx";
import { STEP_FORM } from "#web/checkout/state/continue.tsx";
import type { ListedError } from "#web/kit/ErrorSummary.tsx";
import { changeDraft } from "#web/session/draft.ts";
import { initialForm, type User } from "./customer-form.ts";

export type CustomerFormState = {
  readonly form: UseFormReturn<CustomerForm>;
  readonly locked: ReadonlySet<FormField>;
  /** The sentence under a field. */
  readonly errorOf: (field: FormField) => string | undefined;
  /** All mistakes after a try to go on, for the summary. */
  readonly listed: readonly ListedError[];
  /** Shows what the server refused, under the fields. */
  readonly showErrors: (errors: Readonly<Record<string, string>>) => void;
  /** Takes back what the server said of a field that is no part of the form, because it was changed since. */
  readonly forget: (field: FormField) => void;
  /** Checks the step and goes on with the whole form; otherwise shows what is wrong and goes there. */
  readonly submit: (goOn: (form: CustomerForm) => Promise<void>) => Promise<void>;
};

/** The customer form in one step: early hints by core's rules, the server's words under the fields, all of it kept as a draft. */
export function useCustomerForm(user: User, check: (form: CustomerForm) => FormErrors): CustomerFormState {
  const say = useTranslations("fields");
  const label = useTranslations("customer.fields");
  const { id } = useCheckout();
  const store = useCheckoutStore();
  const locked = useMemo(() => lockedFields(user), [user]);
  const [tried, setTried] = useState(0);
  /** What the server says of fields that this step does not show. */
  const [elsewhere, setElsewhere] = useState<Readonly<Record<string, string>>>({});
  const rules = useRef(check);
  useEffect(() => {
    rules.current = check;
  });

  const resolver: Resolver<CustomerForm> = (values) => {
    const mistakes = Object.entries(rules.current(values));
    const errors = Object.fromEntries(mistakes.map(([field, key]) => [field, { type: "rule", message: say(key) }]));
    return mistakes.length > 0 ? { values: {}, errors: errors as FieldErrors<CustomerForm> } : { values, errors: {} };
  };
  const form = useForm<CustomerForm>({
    mode: "onTouched",
    shouldFocusError: false,
    resolver,
    defaultValues: useMemo(() => initialForm(user, store.read().form, locked), [user, store, locked]),
  });
  const { errors } = form.formState;

  useEffect(() => {
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => id !== null && changeDraft(id, { form: values }),
    });
    return () => {
      unsubscribe();
      store.remember({ form: form.getValues() });
    };
  }, [form, id, store]);

  // After a try that failed, the first field at fault gets the focus: errors are drawn a moment after the try is counted.
  const shown = useRef(0);
  useEffect(() => {
    if (shown.current === tried) return;
    const first = document.querySelector<HTMLElement>(`#${STEP_FORM} :is([aria-invalid="true"],[data-invalid])`);
    if (!first && Object.keys(errors).length + Object.keys(elsewhere).length === 0) return;
    shown.current = tried;
    first?.focus();
  });

  const messages: Record<string, string> = { ...elsewhere };
  for (const [field, error] of Object.entries(errors)) if (error.message) messages[field] = String(error.message);
  const known = (field: string): field is FormField => label.has(field as FormField);

  const showErrors = (refused: Readonly<Record<string, string>>) => {
    const values = form.getValues();
    for (const [field, message] of Object.entries(refused)) {
      if (field in values) form.setError(field as keyof CustomerForm, { type: "server", message });
    }
    setElsewhere(Object.fromEntries(Object.entries(refused).filter(([field]) => !(field in values))));
    setTried((old) => old + 1);
  };

  return {
    form,
    locked,
    errorOf: (field) => messages[field],
    listed:
      tried > 0
        ? inOrderOfPage(
            withOneBirthday(messages).map(([field, message]) => ({
              field,
              message,
              label: isBirthday(field) ? label("birthday") : known(field) ? label(field) : field,
            })),
          )
        : [],
    showErrors,
    forget: (field) =>
      setElsewhere((old) => Object.fromEntries(Object.entries(old).filter(([each]) => each !== field))),
    submit: async (goOn) => {
      setElsewhere((old) => (Object.keys(old).length > 0 ? {} : old));
      await form.handleSubmit(goOn, () => setTried((old) => old + 1))();
    },
  };
}

const BIRTHDAY: readonly string[] = ["day", "month", "year"];
const isBirthday = (field: string) => BIRTHDAY.includes(field);

/** The birthday is one question with three parts: one line in the summary, at its first part at fault. */
function withOneBirthday(messages: Readonly<Record<string, string>>): [string, string][] {
  const first = BIRTHDAY.find((field) => messages[field]);
  return Object.entries(messages).filter(([field]) => !isBirthday(field) || field === first);
}

/** Errors in the order in which their fields stand; those without a field here come first. */
function inOrderOfPage(errors: readonly ListedError[]): ListedError[] {
  const fields = [...document.querySelectorAll(`#${STEP_FORM} [id]`)].map(({ id }) => id);
  return [...errors].sort((one, other) => fields.indexOf(one.field) - fields.indexOf(other.field));
}
