import type * as v from "valibot";

/** Two facts that the defaults of other settings depend on. */
export type Base = { readonly production: boolean; readonly port: number };

/** A default that depends on other settings: `shown` is for people, `of` for the parser. */
export type Computed = { readonly shown: string; of(base: Base): string };

/** One setting: how it is named in the environment, what it may be, and what it does. */
export type Setting<T = unknown> = {
  readonly kind: "setting";
  readonly name: string;
  /** Reads the text of the setting. Its message completes the sentence "NAME …" and repeats no value. */
  readonly schema: v.GenericSchema<string, T>;
  /** The text that counts where the setting is not set; null: it may be absent, or its group asks for it. */
  readonly default: string | Computed | null;
  /** Absent and without a default: `null` in the Config, or a mistake. */
  readonly optional: boolean;
  /** Never printed, and may stand in a file that `NAME_FILE` names. */
  readonly secret: boolean;
  /** May be set to the empty text, which otherwise counts as not set. */
  readonly mayBeEmpty: boolean;
  /** What it does; one sentence of Markdown for docs/settings.md. */
  readonly about: string;
};

/** Settings that count together once one of them is set; `null` in the Config where none is. */
export type Together<Group extends Tree = Tree> = { readonly kind: "together"; readonly settings: Group };

/** A setting that chooses what else is needed. The Config holds `{ provider, … }`, a variant for each option. */
export type Choice<Options extends Record<string, Tree> = Record<string, Tree>> = {
  readonly kind: "choice";
  readonly name: string;
  /** The first option is the default. */
  readonly options: Options;
  /** In production no option is a default: a sandbox is never chosen by accident. */
  readonly namedInProduction: boolean;
  readonly about: string;
};

export type Entry = Setting | Together | Choice | Tree;
export type Tree = { readonly [key: string]: Entry };

/** What a table of settings parses to. */
export type ConfigOf<E> =
  E extends Setting<infer T>
    ? T
    : E extends Together<infer Group>
      ? ConfigOf<Group> | null
      : E extends Choice<infer Options>
        ? { [Name in keyof Options]: { readonly provider: Name } & ConfigOf<Options[Name]> }[keyof Options]
        : { readonly [Key in keyof E]: ConfigOf<E[Key]> };

type Spec<D> = {
  readonly default?: D;
  readonly secret?: boolean;
  readonly mayBeEmpty?: boolean;
  readonly about: string;
};

/** A setting with a default, or one that its group needs. */
export function setting<T>(
  name: string,
  schema: v.GenericSchema<string, T>,
  { default: fallback = null, secret = false, mayBeEmpty = false, about }: Spec<string | Computed | null>,
): Setting<T> {
  return { kind: "setting", name, schema, default: fallback, optional: false, secret, mayBeEmpty, about };
}

/** A setting that may be absent: `null` in the Config. */
export function optional<T>(name: string, schema: v.GenericSchema<string, T>, spec: Spec<never>): Setting<T | null> {
  return { ...setting(name, schema, spec), optional: true };
}

/** Settings of which all or none are set. */
export function together<Group extends Tree>(settings: Group): Together<Group> {
  return { kind: "together", settings };
}

/** A choice among sandboxes and real systems, or among real ones (`namedInProduction: false`). */
export function choice<Options extends Record<string, Tree>>(
  name: string,
  options: Options,
  { about, namedInProduction = true }: { readonly about: string; readonly namedInProduction?: boolean },
): Choice<Options> {
  return { kind: "choice", name, options, namedInProduction, about };
}

const KINDS: ReadonlySet<unknown> = new Set(["setting", "together", "choice"]);

/** True for a plain group of entries. */
export function isTree(entry: Entry): entry is Tree {
  return !KINDS.has(entry["kind" as never]);
}
