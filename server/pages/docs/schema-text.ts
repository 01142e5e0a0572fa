/** The parts of JSON Schema (draft 2020-12) that the API's schemas use. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
};

/** Returns a schema in TypeScript-like notation: `{ code: string, price?: number | null }`, indented. */
export function schemaText(schema: Schema, indent = ""): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return unique(schema.enum.map((value) => JSON.stringify(value))).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return unique(choices.map((choice) => schemaText(choice, indent))).join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => schemaText(part, indent)).join(" & ");
  if (schema.type === "array") return listText(schema.items ?? {}, indent);
  if (schema.properties || schema.additionalProperties) return objectText(schema, indent);
  if (schema.type === undefined) return "anything";
  return typeof schema.type === "string" ? schema.type : schema.type.join(" | ");
}

function listText(items: Schema, indent: string): string {
  const text = schemaText(items, indent);
  return text.includes(" | ") && !text.startsWith("{") ? `(${text})[]` : `${text}[]`;
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const rows = Object.entries(properties).map(
    ([name, schema]) => `${inner}${name}${required.includes(name) ? "" : "?"}: ${schemaText(schema, inner)}`,
  );
  if (typeof additionalProperties === "object")
    rows.push(`${inner}[name: string]: ${schemaText(additionalProperties, inner)}`);
  return rows.length === 0 ? "{}" : `{\n${rows.join("\n")}\n${indent}}`;
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/**
 * Returns an initial value for a schema. It only has the required fields, each of which is empty or the first of
 * several choices.
 */
export function exampleOf(schema: Schema): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (first) return exampleOf(first);
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  if (type === "object") {
    const named = (schema.required ?? []).map((name) => [name, exampleOf(schema.properties?.[name] ?? {})]);
    return Object.fromEntries(named) as unknown;
  }
  const empty: Readonly<Record<string, unknown>> = { array: [], number: 0, integer: 0, boolean: false, null: null };
  return type !== undefined && type in empty ? empty[type] : "";
}
