import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";

const FILE = "extensions/eid/test/swiyu-verifier.openapi.yaml";

/**
 * Returns a check against the verifier's own file (MIT), version 4.2.0, which returns the mistakes, or an empty list.
 * Properties that are not in the file are mistakes.
 */
export async function swiyuValidator(name: string): Promise<(value: unknown) => string[]> {
  const { components } = parse(await readFile(FILE, "utf8")) as { components: { schemas: Record<string, object> } };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile({
    $id: "swiyu",
    components,
    $ref: `#/components/schemas/${name}`,
    unevaluatedProperties: false,
  });
  return (value) =>
    validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ""}`);
}
