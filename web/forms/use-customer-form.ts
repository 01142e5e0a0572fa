import { useEffect, useMemo, useState } from "react";
import { useForm, type FieldErrors, type Resolver, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { CustomerForm, FormErrors, FormField } from "#core/customer-form.ts";
import { lockedFields } from "#core/locking.ts";
import { useCheckoutStore } from "#web/checkout/state/CheckoutProvider.tsx";
import type { ListedError } from "#web/kit/ErrorSummary.tsx";
import { focusInside } from "#web/kit/focus-field.ts";
import { initialForm, type User } from "./customer-form.ts";
import { isBirthday, isFixed, mistakesOf, type Messages, type Mistake } from "./mistakes.ts";

export type CustomerFormState = {
  readonly form: UseFormReturn<CustomerForm>;
  readonly locked: ReadonlySet<FormField>;
  /** The sentence under a field. */
  readonly errorOf: (field: FormField) => string | undefined;
  /** How many tries to submit have failed. */
  readonly attempt: number;
  /** All mistakes at the last of them, as they were then: what changes while one is corrected is not read out again. */
  readonly listed: readonly ListedError[];
  /** Shows what the server refused, under the fields. */
  readonly showErrors: (errors: Readonly<Record<string, string>>) => void;
  /** Takes back what the server said of a field that is no part of the form, because it was changed since. */
  readonly forget: (field: FormField) => void;
  /** Checks the step and continues with the whole form; otherwise shows what is wrong and moves the focus there. */
  readonly submit: (proceed: (form: CustomerForm) => Promise<void>) => Promise<void>;
};

type Attempt = { readonly count: number; readonly mistakes: readonly Mistake[] };

/** The customer form in one step: early hints by core's rules, the server's words under the fields, all of it kept as a draft. */
export function useCustomerForm(user: User, check: (form: CustomerForm) => FormErrors): CustomerFormState {
  const say = useTranslations("fields");
  const label = useTranslations("customer.fields");
  const store = useCheckoutStore();
  const locked = useMemo(() => lockedFields(user), [user]);
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, mistakes: [] });
  /** What the server says of fields that this step does not show. */
  const [elsewhere, setElsewhere] = useState<Messages>({});

  const resolver: Resolver<CustomerForm> = (values) => {
    const mistakes = Object.entries(check(values));
    const errors = Object.fromEntries(mistakes.map(([field, key]) => [field, { type: "rule", message: say(key) }]));
    return mistakes.length > 0 ? { values: {}, errors: errors as FieldErrors<CustomerForm> } : { values, errors: {} };
  };
  const form = useForm<CustomerForm>({
    mode: "onTouched",
    shouldFocusError: false,
    resolver,
    defaultValues: useMemo(() => initialForm(user, store.read().form, locked), [user, store, locked]),
  });
  const messages = { ...elsewhere, ...messagesOf(form.formState.errors) };

  useEffect(() => {
    store.keepForm(form.getValues());
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => store.keepForm(values) });
  }, [form, store]);

  // The mistakes are drawn by now: they are set before the attempt is counted.
  useEffect(() => {
    const first = attempt.mistakes.find(({ here }) => here);
    const field = first && document.getElementById(first.field);
    // A list of several is read out by itself.
    if (field) focusInside(field, { quiet: attempt.mistakes.length > 1 });
  }, [attempt]);

  const known = (field: string): field is FormField => label.has(field as FormField);
  const labelOf = (field: string) => (isBirthday(field) ? label("birthday") : known(field) ? label(field) : field);
  const fail = (found: Messages) =>
    setAttempt(({ count }) => ({ count: count + 1, mistakes: mistakesOf(found, labelOf) }));

  return {
    form,
    locked,
    errorOf: (field) => messages[field],
    attempt: attempt.count,
    listed: attempt.mistakes.map((mistake) => ({ ...mistake, fixed: isFixed(mistake.field, messages) })),
    showErrors(refused) {
      const values = form.getValues();
      for (const [field, message] of Object.entries(refused)) {
        if (field in values) form.setError(field as keyof CustomerForm, { type: "server", message });
      }
      setElsewhere(Object.fromEntries(Object.entries(refused).filter(([field]) => !(field in values))));
      fail(refused);
    },
    forget: (field) => setElsewhere((old) => ({ ...old, [field]: undefined })),
    async submit(proceed) {
      setElsewhere({});
      let mistakes: Messages | null = null;
      await form.handleSubmit(
        async (values) => {
          setAttempt(({ count }) => ({ count, mistakes: [] }));
          await proceed(values);
        },
        (errors) => {
          mistakes = messagesOf(errors);
        },
      )();
      if (mistakes) fail(mistakes);
    },
  };
}

/** The sentences of the form library's errors, by field. */
function messagesOf(errors: FieldErrors<CustomerForm>): Messages {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, { message }]) => (message ? [[field, String(message)]] : [])),
  );
}
