import { createContext, useContext, type ComponentType } from "react";
import type { GroupField } from "./schema.ts";
import type { Path } from "./values.ts";

export type FieldProps = { readonly field: GroupField; readonly path: Path; readonly value: unknown };

/** What the fields of a form share. */
export type Form = {
  readonly readOnly: boolean;
  /** Edits one field. Groups and lists find it here because a field may be a group or a list itself. */
  readonly FieldEditor: ComponentType<FieldProps>;
  /** Sets the value at a place of the file; undefined removes the field. */
  readonly change: (path: Path, value: unknown) => void;
  /** The message of the mistake at a place. */
  readonly problemAt: (path: Path) => string | undefined;
  /** Whether there is a mistake at a place or within it. */
  readonly hasProblem: (path: Path) => boolean;
};

const FormContext = createContext<Form | null>(null);
export const FormProvider = FormContext.Provider;

export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error("useForm needs a FormProvider");
  return form;
}
