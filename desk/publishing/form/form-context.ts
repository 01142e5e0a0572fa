import { createContext, useContext, type ComponentType } from "react";
import type { GroupField } from "./schema.ts";

/** A path to a value in some content: field names and positions in lists. */
export type Path = readonly (string | number)[];

/** Returns the value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? (at as Record<string | number, unknown>)[key] : undefined),
    value,
  );
}

/** Returns a copy of the content with another value at a path; undefined removes the field. */
export function withValue<T>(value: T, path: Path, next: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return next as T;
  if (Array.isArray(value)) {
    const list = [...(value as unknown[])];
    list[Number(key)] = withValue(list[Number(key)], rest, next);
    return list as T;
  }
  const fields = { ...(value as Record<string, unknown>) };
  const inner = withValue(fields[key], rest, next);
  if (inner === undefined) delete fields[key];
  else fields[key] = inner;
  return fields as T;
}

/** Returns a list with one of its entries moved to another position. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const [entry] = list.slice(from, from + 1);
  if (entry === undefined || to < 0 || to >= list.length) return list;
  const others = list.toSpliced(from, 1);
  return others.toSpliced(to, 0, entry);
}

/** Returns a list without the entry at a position. */
export const without = <T>(list: readonly T[], index: number): readonly T[] => list.toSpliced(index, 1);

export type FieldProps = { readonly field: GroupField; readonly path: Path; readonly value: unknown };

/** The state and functions that the fields of a form share. */
export type Form = {
  readonly readOnly: boolean;
  /**
   * Edits one field. Groups and lists receive this component through the context, because a field can itself be a group
   * or a list.
   */
  readonly FieldEditor: ComponentType<FieldProps>;
  /** Sets the value at a path of the part; undefined removes the field. */
  readonly change: (path: Path, value: unknown) => void;
  /** Returns the message of the error at a path; undefined if there is none. */
  readonly problemAt: (path: Path) => string | undefined;
  /** Whether there is an error at a path or below it. */
  readonly hasProblem: (path: Path) => boolean;
};

const FormContext = createContext<Form | null>(null);
export const FormProvider = FormContext.Provider;

export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error("useForm needs a FormProvider");
  return form;
}
