import { useEffect, useMemo, useRef, useState } from "react";
import { useForm, type FieldErrors, type Resolver, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { CustomerForm, FormErrors, FormField } from "#core/customer-form.ts";
import { lockedFields } from "#core/locking.ts";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/CheckoutProvider.tsx";
import { STEP_FORM } from "#web/checkout/state/continue.tsx";
import { focusOn, type ListedError } from "#web/kit/ErrorSummary.tsx";
import { changeDraft } from "#web/session/draft.ts";
import { initialForm, type User } from "./customer-form.ts";

export type CustomerFormState = {
  readonly form: UseFormReturn<CustomerForm>;
  readonly locked: ReadonlySet<FormField>;
  /** The sentence under a field. */
  readonly errorOf: (field: FormField) => string | undefined;
  /** How many tries to go on there were. */
  readonly attempt: number;
  /** All mistakes at the last of them, as they were then: what changes while one mends is not read out again. */
  readonly listed: readonly ListedError[];
  /** Shows what the server refused, under the fields. */
  readonly showErrors: (errors: Readonly<Record<string, string>>) => void;
  /** Takes back what the server said of a field that is no part of the form, because it was changed since. */
  readonly forget: (field: FormField) => void;
  /** Checks the step and goes on with the whole form; otherwise shows what is wrong and goes there. */
  readonly submit: (goOn: (form: CustomerForm) => Promise<void>) => Promise<void>;
};

type Found = Omit<ListedError, "fixed">;
type Attempt = { readonly count: number; readonly found: readonly Found[] };

/** The customer form in one step: early hints by core's rules, the server's words under the fields, all of it kept as a draft. */
export function useCustomerForm(user: User, check: (form: CustomerForm) => FormErrors): CustomerFormState {
  const say = useTranslations("fields");
  const label = useTranslations("customer.fields");
  const { id } = useCheckout();
  const store = useCheckoutStore();
  const locked = useMemo(() => lockedFields(user), [user]);
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, found: [] });
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

  const messages = { ...elsewhere, ...messagesOf(errors) };

  // After a try that failed, the first field at fault gets the focus: errors are drawn a moment after the try is counted.
  const shown = useRef(0);
  useEffect(() => {
    if (shown.current === attempt.count || !attempt.found.every(({ field }) => messages[field])) return;
    shown.current = attempt.count;
    const first = document.querySelector<HTMLElement>(`#${STEP_FORM} :is([aria-invalid="true"],[data-invalid])`);
    // A list of several is read out by itself.
    if (attempt.found.length > 1) first?.focus();
    else if (first) focusOn(first);
  });

  const known = (field: string): field is FormField => label.has(field as FormField);

  const labelOf = (field: string) => (isBirthday(field) ? label("birthday") : known(field) ? label(field) : field);
  const failed = (mistakes: Readonly<Record<string, string>>) => {
    const found = withOneBirthday(mistakes).map(([field, message]) => ({
      field,
      message,
      label: labelOf(field),
      here: document.getElementById(field) !== null,
    }));
    setAttempt(({ count }) => ({ count: count + 1, found: inOrderOfPage(found) }));
  };
  const showErrors = (refused: Readonly<Record<string, string>>) => {
    const values = form.getValues();
    for (const [field, message] of Object.entries(refused)) {
      if (field in values) form.setError(field as keyof CustomerForm, { type: "server", message });
    }
    setElsewhere(Object.fromEntries(Object.entries(refused).filter(([field]) => !(field in values))));
    failed(refused);
  };

  return {
    form,
    locked,
    errorOf: (field) => messages[field],
    attempt: attempt.count,
    listed: attempt.found.map((error) => ({
      ...error,
      fixed: isBirthday(error.field) ? !BIRTHDAY.some((part) => messages[part]) : !messages[error.field],
    })),
    showErrors,
    forget: (field) =>
      setElsewhere((old) => Object.fromEntries(Object.entries(old).filter(([each]) => each !== field))),
    submit: async (goOn) => {
      setElsewhere((old) => (Object.keys(old).length > 0 ? {} : old));
      await form.handleSubmit(
        async (values) => {
          setAttempt(({ count }) => ({ count, found: [] }));
          await goOn(values);
        },
        (mistakes) => failed(messagesOf(mistakes)),
      )();
    },
  };
}

/** The sentences of the form library's errors, by field. */
function messagesOf(errors: FieldErrors<CustomerForm>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, { message }]) => (message ? [[field, String(message)]] : [])),
  );
}

const BIRTHDAY: readonly string[] = ["day", "month", "year"];
const isBirthday = (field: string) => BIRTHDAY.includes(field);

/** The birthday is one question with three parts: one line in the summary, at its first part at fault. */
function withOneBirthday(messages: Readonly<Record<string, string>>): [string, string][] {
  const first = BIRTHDAY.find((field) => messages[field]);
  return Object.entries(messages).filter(([field]) => !isBirthday(field) || field === first);
}

/** Errors in the order in which their fields stand; those without a field here come first. */
function inOrderOfPage(errors: readonly Found[]): Found[] {
  const fields = [...document.querySelectorAll(`#${STEP_FORM} [id]`)].map(({ id }) => id);
  return [...errors].sort((one, other) => fields.indexOf(one.field) - fields.indexOf(other.field));
}
