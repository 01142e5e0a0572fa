import { readFileSync } from "node:fs";
import { toJsonSchema, type JsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import type { ShopCall } from "#contract/call.ts";
import { ENDPOINTS } from "#contract/shop/calls.ts";
import { PATHS, type EndpointName } from "#contract/all-paths.ts";
import { STEPS } from "#core/steps/steps.ts";
import { wireExamples } from "./wire-examples.ts";

const EXAMPLES = wireExamples();
const answersTo = (call: string) => EXAMPLES.filter((example) => example.call === call && example.part === "answer");

describe("the wire page", () => {
  test.each(EXAMPLES.map((example) => [`${example.call}, ${example.part}`, example] as const))(
    "shows requests and answers of the contract: %s",
    (_call, { part, json, schema }) => {
      expect(schema).not.toBeNull();
      const read = v.safeParse(schema as v.GenericSchema, json);
      expect(read.issues).toBeUndefined();
      // A schema drops unknown fields. Requests are converted to other values, so only their field names are compared.
      if (part === "answer") expect(read.output).toEqual(json);
    },
  );

  test("shows an answer of every call and of every step", () => {
    const shown = new Set<string>(answered(EXAMPLES));
    const withJson = (Object.keys(PATHS) as EndpointName[]).filter(
      (name) => !("media" in ENDPOINTS[name] || "noContent" in ENDPOINTS[name]),
    );
    expect(withJson.filter((name) => !shown.has(name))).toEqual([]);
    expect(STEPS.filter((step) => !EXAMPLES.some(({ call }) => call.startsWith(`GET /prepare/${step}/`)))).toEqual([]);
  });

  test.each([...new Set(EXAMPLES.filter(({ part }) => part === "answer").map(({ call }) => call))])(
    "shows every field of the answer to %s",
    (call) => {
      const examples = answersTo(call);
      const shown = new Set(examples.flatMap(({ json }) => fieldsOf(json, "")));
      const [first] = examples;
      const fields = schemaFields(toJsonSchema(first?.schema as v.GenericSchema, SCHEMA_OPTIONS), "");
      // Items, the user, a card and the record are shown completely in another example.
      const own = fields.filter(
        (field) =>
          !/^items\[\]\.|^user\.|^tariff\.|(^|\.)record\./.test(field) ||
          (call === "GET /prepare/4/4" && !field.includes(".record.")),
      );
      expect(own.filter((field) => !shown.has(field))).toEqual([]);
    },
  );

  test("names every field of every request and answer", () => {
    const page = readFileSync("docs/specification/wire.md", "utf8");
    const schemas = Object.values(ENDPOINTS as Record<string, ShopCall>).flatMap(({ body, answer, media }) => [
      ...(body ? [toJsonSchema(body, { ...SCHEMA_OPTIONS, typeMode: "input" })] : []),
      ...(media ? [] : [toJsonSchema(answer, SCHEMA_OPTIONS)]),
    ]);
    const names = schemas.flatMap((schema) => schemaFields(schema, "")).map((field) => field.split(".").at(-1) ?? "");
    expect([...new Set(names)].filter((name) => !new RegExp(`\\b${name.replace("[]", "")}\\b`).test(page))).toEqual([]);
  });
});

const SCHEMA_OPTIONS = { errorMode: "ignore", typeMode: "output" } as const;
const answered = (examples: typeof EXAMPLES) =>
  examples.filter(({ part }) => part === "answer").map(({ name }) => name);

/** Returns the paths of all fields of a JSON value: `products[].price`. */
function fieldsOf(json: unknown, way: string): readonly string[] {
  if (Array.isArray(json)) return json.flatMap((each) => fieldsOf(each, `${way}[]`));
  if (typeof json !== "object" || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) => {
    const field = way === "" ? key : `${way}.${key}`;
    return [field, ...fieldsOf(value, field)];
  });
}

function schemaFields(schema: JsonSchema, way: string): readonly string[] {
  const inside = [...(schema.anyOf ?? [])].flatMap((each) => schemaFields(each as JsonSchema, way));
  const items = schema.items ? schemaFields(schema.items as JsonSchema, `${way}[]`) : [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const field = way === "" ? key : `${way}.${key}`;
    return [field, ...schemaFields(value as JsonSchema, field)];
  });
  return [...new Set([...inside, ...items, ...own])];
}
