import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Schema = { readonly [key: string]: unknown };

/** TM Forum's own files (Apache-2.0), reduced by `tools/reduce-schemas.ts`. */
export const TMF_FILES = {
  "620 v4": "TMF620-ProductCatalog-v4.1.0",
  "620 v5": "TMF620-Product_Catalog_Management-v5.0.0",
  "622 v4": "TMF622-ProductOrder-v4.0.0",
  "622 v5": "TMF622-ProductOrdering-v5.0.0",
  "629 v5": "TMF629-Customer_Management-v5.0.1",
  "637 v5": "TMF637-ProductInventory-v5.0.0",
} as const;

const loaded = new Map<string, Ajv2020>();
const compiled = new Map<string, ValidateFunction>();

/** Returns what is wrong with a value by a schema of a published file; empty if nothing is. */
export function tmfMistakes(file: keyof typeof TMF_FILES, name: string, value: unknown): readonly string[] {
  const key = `${file} ${name}`;
  const validate = compiled.get(key) ?? ajvOf(file).compile({ $ref: `${file.replace(" ", "-")}#/$defs/${name}` });
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
}

function ajvOf(file: keyof typeof TMF_FILES): Ajv2020 {
  const known = loaded.get(file);
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Swagger's and OpenAPI's own formats.
  for (const format of ["base64", "float", "uri-reference"]) ajv.addFormat(format, true);
  const text = readFileSync(`test/tmf/published/${TMF_FILES[file]}.json`, "utf8");
  const { $defs } = JSON.parse(text) as { readonly $defs: Readonly<Record<string, Schema>> };
  const schemas = Object.fromEntries(Object.entries($defs).map(([each, schema]) => [each, byType(schema)]));
  ajv.addSchema({ $id: file.replace(" ", "-"), $defs: schemas });
  loaded.set(file, ajv);
  return ajv;
}

/**
 * Replaces a `oneOf` with a discriminator by the schema that `@type` names, because JSON Schema has no discriminators.
 */
function byType(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(byType);
  if (typeof schema !== "object" || schema === null) return schema;
  const { discriminator, oneOf, ...rest } = schema as Schema & {
    discriminator?: { readonly mapping?: Readonly<Record<string, string>> };
    oneOf?: unknown;
  };
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, byType(value)]));
  if (!oneOf) return plain;
  const mapping = discriminator?.mapping;
  if (!mapping) return { ...plain, oneOf: byType(oneOf) };
  const cases = Object.entries(mapping).map(([type, $ref]) => ({
    if: { properties: { "@type": { const: type } } },
    then: { $ref },
  }));
  return { ...plain, required: ["@type"], properties: { "@type": { enum: Object.keys(mapping) } }, allOf: cases };
}
