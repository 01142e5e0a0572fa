import { LOCALES } from "#core/text/locale.ts";

/** The part of JSON Schema (draft 7) that the catalogue's schemas use. */
export type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};

/** The kind of a field in a form. */
export type Field =
  | { readonly kind: "localText" | "textOrLocal" | "amount" | "yesNo" | "day" }
  | { readonly kind: "text"; readonly maxLength: number | null }
  | { readonly kind: "whole"; readonly min: number; readonly max: number }
  | { readonly kind: "choice" | "choices"; readonly options: readonly (string | number)[] }
  | { readonly kind: "list"; readonly item: Schema }
  | { readonly kind: "group"; readonly fields: readonly GroupField[] };
/** `absent`: whether the field can be omitted, or be null. */
export type GroupField = {
  readonly name: string;
  readonly schema: Schema;
  readonly absent: "never" | "leftOut" | "null";
};

/** Fields that contain a day, which the schema cannot express. */
const DAYS: ReadonlySet<string> = new Set(["from", "until"]);
const WIDEST = 999_999;

/** Returns the kind of the field with this name and schema. */
export function fieldOf(name: string, schema: Schema): Field {
  if (isTextOrLocal(schema)) return { kind: "textOrLocal" };
  const own = withoutNull(schema);
  if (own.enum) return { kind: "choice", options: own.enum };
  switch (own.type) {
    case "object":
      return groupOf(own);
    case "array":
      return own.items?.enum ? { kind: "choices", options: own.items.enum } : { kind: "list", item: own.items ?? {} };
    case "boolean":
      return { kind: "yesNo" };
    case "integer":
      return { kind: "whole", min: own.minimum ?? 0, max: own.maximum ?? WIDEST };
    case "number":
      return { kind: "amount" };
    default:
      return DAYS.has(name) ? { kind: "day" } : { kind: "text", maxLength: own.maxLength ?? null };
  }
}

function groupOf({ properties = {}, required = [] }: Schema): Field {
  const names = Object.keys(properties);
  if (names.length === LOCALES.length && LOCALES.every((locale) => names.includes(locale)))
    return { kind: "localText" };
  const fields = Object.entries(properties).map(([name, schema]): GroupField => {
    if (isNullable(schema)) return { name, schema, absent: "null" };
    const isPresent = required.includes(name) || "default" in schema;
    return { name, schema, absent: isPresent ? "never" : "leftOut" };
  });
  return { kind: "group", fields: fields.filter(({ name }) => name !== "$schema") };
}

/** Whether a field has one text for all languages, or one for each. */
const isTextOrLocal = ({ anyOf = [] }: Schema) =>
  anyOf.some(({ type }) => type === "string") && anyOf.some(({ type }) => type === "object");

const isNullable = ({ anyOf = [] }: Schema) => anyOf.some(({ type }) => type === "null");

function withoutNull(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
}

/** Returns a new value for a field: its default, or else an empty value with its required fields. */
export function emptyOf(schema: Schema): unknown {
  return "default" in schema ? schema.default : presentOf(schema);
}

/** Returns a value for a field that was absent; never null. */
export function presentOf(schema: Schema): unknown {
  const own = withoutNull(schema);
  if (own.enum) return own.enum[0];
  switch (own.type) {
    case "object": {
      const needed = Object.entries(own.properties ?? {}).filter(([name]) => own.required?.includes(name));
      return Object.fromEntries(needed.map(([name, each]) => [name, isNullable(each) ? null : emptyOf(each)]));
    }
    case "array":
      return [];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return own.minimum ?? 0;
    default:
      return "";
  }
}
