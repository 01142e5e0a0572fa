import type * as v from "valibot";

/** The values that other settings' defaults depend on. */
export type Base = { readonly production: boolean; readonly port: number };

/** A default that depends on other settings. `shown` describes it in the documentation, `of` computes it. */
export type Computed = { readonly shown: string; of(base: Base): string };

/** One setting: its name in the environment, its allowed values, and what it does. */
export type Setting<T = unknown> = {
  readonly kind: "setting";
  readonly name: string;
  /** Parses the setting's text. Its message completes the sentence "NAME …" and does not contain the value. */
  readonly schema: v.GenericSchema<string, T>;
  /** The text used if the setting is not set. Null if there is no default. */
  readonly default: string | Computed | null;
  /** In production the default is not used, because it is only meant for trying out Kasse. */
  readonly namedInProduction: boolean;
  /**
   * What happens without a value or default: if true, the setting is `null` in the Config; if false, that is an error.
   */
  readonly optional: boolean;
  /** Never printed. It can also be read from the file named by `NAME_FILE`. */
  readonly secret: boolean;
  /** Whether a mistake repeats the value. False where people paste a secret by mistake. */
  readonly repeated: boolean;
  /** Whether an empty text is a valid value; otherwise it counts as not set. */
  readonly mayBeEmpty: boolean;
  /** What the setting does, as one Markdown sentence for docs/settings.md. */
  readonly about: string;
};

/**
 * A setting that decides which other settings are needed. In the Config it is `{ provider, … }`, with a variant per
 * option.
 */
export type Choice<Options extends Record<string, Tree> = Record<string, Tree>> = {
  readonly kind: "choice";
  readonly name: string;
  /** The first option is the default. */
  readonly options: Options;
  /** Whether the option has to be set explicitly in production, so that a sandbox is never chosen by accident. */
  readonly namedInProduction: boolean;
  readonly about: string;
};

/** Settings that belong together, with their heading in docs/settings.md. */
export type Chapter = { readonly title: string; readonly settings: Tree };

export type Entry = Setting | Choice | Tree;
export type Tree = { readonly [key: string]: Entry };

/** The type of the Config that a table of settings is parsed into. */
export type ConfigOf<E> =
  E extends Setting<infer T>
    ? T
    : E extends Choice<infer Options>
      ? { [Name in keyof Options]: { readonly provider: Name } & ConfigOf<Options[Name]> }[keyof Options]
      : { readonly [Key in keyof E]: ConfigOf<E[Key]> };

type Spec<D> = {
  readonly default?: D;
  readonly secret?: boolean;
  readonly repeated?: boolean;
  readonly mayBeEmpty?: boolean;
  readonly namedInProduction?: boolean;
  readonly about: string;
};

/** Returns a setting that has a default or is required. */
export function setting<T>(
  name: string,
  schema: v.GenericSchema<string, T>,
  spec: Spec<string | Computed | null>,
): Setting<T> {
  const { default: fallback = null, secret = false, repeated = true, about } = spec;
  const { mayBeEmpty = false, namedInProduction = false } = spec;
  return {
    kind: "setting",
    name,
    schema,
    default: fallback,
    optional: false,
    secret,
    repeated,
    mayBeEmpty,
    namedInProduction,
    about,
  };
}

/** Returns a setting that may be absent: `null` in the Config. */
export function optional<T>(name: string, schema: v.GenericSchema<string, T>, spec: Spec<never>): Setting<T | null> {
  return { ...setting(name, schema, spec), optional: true };
}

/** Returns a choice between a sandbox and real systems, or between real systems only (`namedInProduction: false`). */
export function choice<Options extends Record<string, Tree>>(
  name: string,
  options: Options,
  { about, namedInProduction = true }: { readonly about: string; readonly namedInProduction?: boolean },
): Choice<Options> {
  return { kind: "choice", name, options, namedInProduction, about };
}

const KINDS: ReadonlySet<unknown> = new Set(["setting", "choice"]);

/** Returns whether an entry is a group of entries. */
export function isTree(entry: Entry): entry is Tree {
  return !KINDS.has(entry["kind" as never]);
}
