import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Schema = { readonly [key: string]: unknown };

/** TM Forum's own file (Apache-2.0) that hand-over events follow, reduced by `tools/reduce-schemas.ts`. */
const ORDERING = "test/support/published/TMF622-ProductOrdering-v5.0.0.json";

const loaded = new Map<string, Ajv2020>();
const compiled = new Map<string, ValidateFunction>();

/** Returns what is wrong with a value by a schema of TMF622 v5; empty if nothing is. */
export const orderingMistakes = (name: string, value: unknown): readonly string[] => mistakesBy(ORDERING, name, value);

/**
 * Returns what is wrong with a value by a schema of a published file; empty if nothing is.
 *
 * @public for extensions
 */
export function mistakesBy(path: string, name: string, value: unknown): readonly string[] {
  const key = `${path} ${name}`;
  const validate = compiled.get(key) ?? ajvOf(path).compile({ $ref: `${idOf(path)}#/$defs/${name}` });
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
}

const idOf = (path: string) => basename(path, ".json");

function ajvOf(path: string): Ajv2020 {
  const known = loaded.get(path);
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Swagger's and OpenAPI's own formats.
  for (const format of ["base64", "float", "uri-reference"]) ajv.addFormat(format, true);
  const { $defs } = JSON.parse(readFileSync(path, "utf8")) as { readonly $defs: Readonly<Record<string, Schema>> };
  const schemas = Object.fromEntries(Object.entries($defs).map(([each, schema]) => [each, byType(schema)]));
  ajv.addSchema({ $id: idOf(path), $defs: schemas });
  loaded.set(path, ajv);
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
