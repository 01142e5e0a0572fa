import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";

type Schema = { [key: string]: unknown };
const FILE = "test/fixtures/TMF622-ProductOrdering-v5.0.0.oas.yaml";

/** Returns a check against TM Forum's own file (Apache-2.0), which returns the mistakes, or an empty list. */
export async function tmf622Validator(name: string): Promise<(value: unknown) => string[]> {
  const document = parse(await readFile(FILE, "utf8")) as { components: { schemas: Record<string, Schema> } };
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([key, schema]) => [key, byType(schema) as Schema]),
  );
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("base64", true);
  const validate = ajv.compile({ $id: "tmf622", components: { schemas }, $ref: `#/components/schemas/${name}` });
  return (value) =>
    validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ""}`);
}

/**
 * Replaces a `oneOf` with a discriminator by the schema that `@type` names, because JSON Schema has no discriminators.
 */
function byType(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(byType);
  if (typeof schema !== "object" || schema === null) return schema;
  const { discriminator, oneOf, ...rest } = schema as Schema & {
    discriminator?: { mapping?: Record<string, string> };
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
