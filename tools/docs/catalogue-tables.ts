import type { JsonSchema } from "@valibot/to-json-schema";
import { CATALOGUE_FILES } from "#server/shop/catalogue/file-schema.ts";
import { catalogueJsonSchema, schemaFileOf } from "#server/shop/catalogue/json-schema.ts";
import { LOCALES } from "#core/text/locale.ts";

/** Returns the tables of docs/catalogue.md, in Markdown: a section for each file, a row for each field. */
export function catalogueAsMarkdown(): string {
  return CATALOGUE_FILES.map((file) =>
    [
      `## ${file}`,
      "",
      `Schema: [${schemaFileOf(file)}](catalogue/${schemaFileOf(file)})`,
      "",
      "| field | type | meaning |",
      "|---|---|---|",
      ...rowsOf(catalogueJsonSchema(file), "").map((cells) => `| ${cells.join(" | ")} |`),
    ].join("\n"),
  ).join("\n\n");
}

type Row = readonly [field: string, type: string, meaning: string];

/** Returns the rows of an object's fields, each followed by its nested fields, such as `prices[].binding`. */
function rowsOf(schema: JsonSchema, prefix: string): readonly Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (typeof property !== "object" || name === "$schema") return [];
    const field = `${prefix}${name}`;
    const needed = schema.required?.includes(name) ?? false;
    const type = `${typeOf(property)}${needed ? "" : `; ${fallbackOf(property)}`}`;
    const row: Row = [`\`${field}\``, type, property.description ?? ""];
    return [row, ...rowsInside(property, field)];
  });
}

function rowsInside(schema: JsonSchema, field: string): readonly Row[] {
  const inner = withoutNull(schema);
  // Periods are the same everywhere, so the section "Prices for some days" explains them once.
  if (field.endsWith(".periods")) return [];
  if (inner.type === "array") return rowsOf(itemsOf(inner), `${field}[].`);
  // Texts and details have uniform fields, so one row is enough.
  return isAlike(inner) ? [] : rowsOf(inner, `${field}.`);
}

const withoutNull = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find((each): each is JsonSchema => typeof each === "object" && each.type !== "null") ?? schema;

const itemsOf = ({ items }: JsonSchema): JsonSchema =>
  typeof items === "object" && !Array.isArray(items) ? items : {};

const namesOf = (schema: JsonSchema) => Object.keys(schema.properties ?? {});

function isAlike(schema: JsonSchema): boolean {
  const kinds = Object.values(schema.properties ?? {}).map((each) => JSON.stringify(each));
  return kinds.length > 1 && kinds.every((each) => each === kinds[0]);
}

function typeOf(schema: JsonSchema): string {
  const inner = withoutNull(schema);
  return inner === schema ? plainType(inner) : `${plainType(inner)} or null`;
}

function plainType(schema: JsonSchema): string {
  const { type } = schema;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (type === "array") return itemsOf(schema).enum ? `list of ${plainType(itemsOf(schema))}` : "list";
  if (namesOf(schema).join() === LOCALES.join()) return "text in every language";
  if (isAlike(schema))
    return `texts: ${namesOf(schema)
      .map((name) => `\`${name}\``)
      .join(", ")}`;
  return type === "string" ? "text" : String(type);
}

function fallbackOf(schema: JsonSchema): string {
  return schema.default === undefined ? "optional" : `\`${JSON.stringify(schema.default)}\``;
}
