import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { orderingMistakes } from "../../test/support/tmf-schemas.ts";
import { handoverExamples } from "./handover-examples.ts";
import { handoverOpenApi } from "./handover-openapi.ts";

const document = handoverOpenApi();
const typeOf = (event: object) => (event as { eventType: string }).eventType;

test("Redocly's recommended rules find nothing in the description of the hand-over", async () => {
  const config = await createConfig({ extends: ["recommended"], rules: { "info-license": "off" } });
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: "/openapi.json", config });
  expect(found.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test.each(handoverExamples())("the example $name matches the description and TM Forum's schema", async ({ event }) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const $ref = `#/components/schemas/${typeOf(event)}`;
  const validate = ajv.compile({ $ref, components: document.components });
  expect(validate(event) ? [] : validate.errors).toEqual([]);
  if (typeOf(event) === "ProductOrderCreateEvent")
    expect(orderingMistakes("ProductOrderCreateEvent", event)).toEqual([]);
});

test("each webhook has an example", () => {
  const types = new Set(handoverExamples().map(({ event }) => typeOf(event)));
  expect(Object.values(document.webhooks).map(({ post }) => types.has(post.operationId))).toEqual([true, true, true]);
});
