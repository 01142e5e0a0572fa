import { useSyncExternalStore } from "react";
import { FIELD_NAMES, type CustomerForm } from "#core/form/fields.ts";

/**
 * `rule`: found by the form's own rules. `server`: from a response; it stays until the field is changed, or the form
 * submitted.
 */
type FieldError = { readonly type: "rule" | "server"; readonly message: string };
type Field = keyof CustomerForm;

export type FormState = {
  readonly values: CustomerForm;
  readonly errors: Readonly<Partial<Record<Field, FieldError>>>;
};

/** When a field changed by code is checked. `afterSubmit`: only if the form has already been submitted. */
type When = "now" | "afterSubmit" | "never";

/** Returns error messages by field; none for a valid field. */
type Check = (values: CustomerForm) => Readonly<Record<string, string | undefined>>;

export type Form = {
  /** Returns the current state, a new object after each change. */
  readonly state: () => FormState;
  readonly values: () => CustomerForm;
  readonly subscribe: (listener: () => void) => () => void;
  /** Replaces the rules. */
  readonly checkBy: (check: Check) => void;
  /** Call it when the shopper changes a field. Checks the field if it was left before, or if the form was submitted. */
  readonly edit: <Name extends Field>(field: Name, value: CustomerForm[Name]) => void;
  /**
   * Call it when a field loses the focus. Checks the field, unless the form was submitted, since then every change is
   * checked.
   */
  readonly leave: (field: Field) => void;
  /** Whether the shopper has changed the field and its value differs from the initial one. */
  readonly isEdited: (field: Field) => boolean;
  /** Changes fields from code. */
  readonly set: (changes: Partial<CustomerForm>, check?: When) => void;
  readonly check: (...fields: readonly Field[]) => void;
  /** Shows errors from the server. */
  readonly refuse: (messages: Readonly<Partial<Record<Field, string>>>) => void;
  readonly clear: (field: Field) => void;
  readonly isSubmitted: () => boolean;
  /** Checks all fields. Returns whether the form is valid. */
  readonly submit: () => boolean;
};

/** Creates a form's state. It is outside React, so that code can read a value in the same event that changed it. */
export function createForm(initial: CustomerForm): Form {
  let state: FormState = { values: initial, errors: {} };
  let checkAll: Check = () => ({});
  let submitted = false;
  const left = new Set<Field>();
  const edited = new Set<Field>();
  const listeners = new Set<() => void>();

  const update = (change: Partial<FormState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const check = (...fields: readonly Field[]) => {
    const messages = checkAll(state.values);
    const errors: Partial<Record<Field, FieldError>> = { ...state.errors };
    for (const field of fields) {
      const message = messages[field];
      if (message === undefined) delete errors[field];
      else errors[field] = { type: "rule", message };
    }
    update({ errors });
  };
  const set = (changes: Partial<CustomerForm>, when: When = "never") => {
    update({ values: { ...state.values, ...changes } });
    if (when === "now" || (when === "afterSubmit" && submitted))
      check(...FIELD_NAMES.filter((name) => name in changes));
  };

  return {
    state: () => state,
    values: () => state.values,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    checkBy(next) {
      checkAll = next;
    },
    edit(field, value) {
      edited.add(field);
      set({ [field]: value }, submitted || left.has(field) ? "now" : "never");
    },
    leave(field) {
      left.add(field);
      if (!submitted) check(field);
    },
    isEdited: (field) => edited.has(field) && state.values[field] !== initial[field],
    set,
    check,
    refuse(messages) {
      // Also if it was submitted on an earlier visit. Otherwise leaving the field would clear the server's error.
      submitted = true;
      const errors: Partial<Record<Field, FieldError>> = { ...state.errors };
      for (const field of FIELD_NAMES) {
        const message = messages[field];
        if (message !== undefined) errors[field] = { type: "server", message };
      }
      update({ errors });
    },
    clear(field) {
      const { [field]: _, ...errors } = state.errors;
      update({ errors });
    },
    isSubmitted: () => submitted,
    submit() {
      submitted = true;
      check(...FIELD_NAMES);
      return Object.keys(state.errors).length === 0;
    },
  };
}

/** Returns a form's state; renders again after each change. */
export const useFormState = (form: Form): FormState => useSyncExternalStore(form.subscribe, form.state);

/** Returns the errors of a form; renders again when they change. */
export const useFormErrors = (form: Form): FormState["errors"] =>
  useSyncExternalStore(form.subscribe, () => form.state().errors);

/** Returns the value of a field; renders again when it changes. */
export const useFieldValue = <Name extends Field>(form: Form, field: Name): CustomerForm[Name] =>
  useSyncExternalStore(form.subscribe, () => form.state().values[field]);
