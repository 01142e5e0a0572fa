import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020, type AnySchemaObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** The published schemas of the protocol, unchanged. */
const FOLDER = new URL("./ucp/", import.meta.url);

let loaded: Ajv2020 | null = null;

/**
 * Returns every schema, each under the address that its path in the folder gives it: one of them has an `$id` with
 * which its own references lead nowhere.
 */
function schemas(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  for (const path of readdirSync(FOLDER, { recursive: true, encoding: "utf8" })) {
    if (!/^(discovery|schemas)\/.*\.json$|embedded\.openrpc\.json$/.test(path)) continue;
    const { $id: _, ...schema } = JSON.parse(readFileSync(new URL(path, FOLDER), "utf8")) as AnySchemaObject;
    ajv.addSchema(schema, `https://ucp.dev/${path}`);
  }
  return ajv;
}

/**
 * Returns what is wrong with a value by a schema of the protocol; empty if it is valid. `schemaId` is the path of the
 * schema, such as `shopping/checkout.json` or `../discovery/profile_schema.json#/$defs/business_profile`.
 */
export function ucpErrors(schemaId: string, value: unknown): readonly string[] {
  loaded ??= schemas();
  const validate = loaded.getSchema(new URL(schemaId, "https://ucp.dev/schemas/").href);
  if (!validate) throw new Error(`There is no schema ${schemaId}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
