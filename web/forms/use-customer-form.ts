import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import type { FormErrors } from "#core/form/mistakes.ts";
import type { CustomerForm, FormField } from "#core/form/fields.ts";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { fromWire, toWire } from "#core/form/spelling.ts";
import type { ListedError } from "#web/kit/ErrorSummary.tsx";
import { focusInside } from "#web/kit/focus-field.ts";
import { initialForm, lockedOf, type User } from "./customer-form.ts";
import { useFieldText, useErrorTitle } from "./error-texts.ts";
import { createForm, useFormErrors, type Form, type FormState } from "./form.ts";
import { isBirthday, isFixed, mistakesOf, type Messages, type Mistake } from "./mistakes.ts";

export type CustomerFormState = {
  readonly form: Form;
  readonly locked: ReadonlySet<FormField>;
  /** Returns the error message of a field. */
  readonly errorOf: (field: FormField) => string | undefined;
  /** The number of failed submissions. */
  readonly attempt: number;
  /**
   * The errors of the last failed submission. Their text does not change when they are fixed, so that screen readers do
   * not read it again.
   */
  readonly listed: readonly ListedError[];
  /** Shows errors from the server under their fields. `errors` uses the field names of the wire. */
  readonly showErrors: (errors: Readonly<Record<string, string>>) => void;
  /** Clears the server's error for an input outside the form, such as the picture, after it has changed. */
  readonly forget: (field: FormField) => void;
  /**
   * Validates the step. If it is valid, calls `proceed` with the whole form; otherwise shows the errors and focuses the
   * first. `outside`: errors outside the form's fields, such as a missing picture. They are shown with the others, but
   * do not stop the submission on their own, because the server decides about them.
   */
  readonly submit: (proceed: (form: CustomerForm) => Promise<void>, outside?: FormErrors) => Promise<void>;
};

type Attempt = { readonly count: number; readonly mistakes: readonly Mistake[] };

/**
 * Returns the state of the customer form in one step. The form is checked by the rules in `core` and by the server, and
 * stored as a draft. `defaults` are the initial choices.
 */
export function useCustomerForm(
  user: User,
  check: (form: CustomerForm) => FormErrors,
  defaults?: Partial<CustomerForm>,
): CustomerFormState {
  const textOf = useFieldText();
  const label = useTranslations("customer.fields");
  const store = useCheckoutStore();
  const locked = useMemo(() => lockedOf(user), [user]);
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, mistakes: [] });
  /** Errors in fields that are not part of the form. */
  const [elsewhere, setElsewhere] = useState<Messages>({});

  const textsOf = (mistakes: FormErrors): Messages =>
    Object.fromEntries(Object.entries(mistakes).map(([field, mistake]) => [field, textOf(mistake)]));
  const [form] = useState(() => createForm(initialForm(user, fromWire(store.read().form), locked, defaults)));
  useLayoutEffect(() => {
    form.checkBy((values) => textsOf(check(values)));
  });
  const messages = { ...elsewhere, ...messagesOf(useFormErrors(form)) };

  useEffect(() => {
    let stored: CustomerForm | null = null;
    const keep = () => {
      const values = form.values();
      if (values !== stored) store.storeForm(toWire(values));
      stored = values;
    };
    keep();
    return form.subscribe(keep);
  }, [form, store]);

  // The errors have been rendered by now, because they are set before the attempt.
  useEffect(() => {
    const first = attempt.mistakes.find(({ onPage }) => onPage);
    const field = first && document.getElementById(first.field);
    // Several errors are listed in an alert, which screen readers read anyway.
    if (field) focusInside(field, { quiet: attempt.mistakes.length > 1 });
  }, [attempt]);

  const known = (field: string): field is FormField => label.has(field as FormField);
  const labelOf = (field: string) => {
    if (isBirthday(field)) return label("birthday");
    return known(field) ? label(field) : field;
  };
  const fail = (found: Messages) =>
    setAttempt(({ count }) => ({ count: count + 1, mistakes: mistakesOf(found, labelOf) }));

  const listed = attempt.mistakes.map((mistake) => ({ ...mistake, fixed: isFixed(mistake.field, messages) }));
  useErrorTitle(listed.some(({ fixed }) => !fixed));

  return {
    form,
    locked,
    errorOf: (field) => messages[field],
    attempt: attempt.count,
    listed,
    showErrors(errors) {
      const refused: Messages = fromWire(errors);
      const isOfForm = ([field]: [string, unknown]) => field in form.values();
      const all = Object.entries(refused);
      form.refuse(Object.fromEntries(all.filter(isOfForm)));
      setElsewhere(Object.fromEntries(all.filter((each) => !isOfForm(each))));
      fail(refused);
    },
    forget: (field) => setElsewhere((old) => ({ ...old, [field]: undefined })),
    async submit(proceed, outside = {}) {
      if (form.submit()) {
        setElsewhere({});
        setAttempt(({ count }) => ({ count, mistakes: [] }));
        await proceed(form.values());
      } else {
        const others = textsOf(outside);
        setElsewhere(others);
        fail({ ...messagesOf(form.state().errors), ...others });
      }
    },
  };
}

const messagesOf = (errors: FormState["errors"]): Messages =>
  Object.fromEntries(Object.entries(errors).map(([field, { message }]) => [field, message]));
