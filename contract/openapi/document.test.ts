import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { expect, test } from "vitest";
import { ENDPOINTS, failuresOf } from "../endpoints.ts";
import { FAILURES, type FailureName } from "../failures.ts";
import { PATHS, type EndpointName } from "../paths.ts";
import { openApiDocument } from "./document.ts";

const document = openApiDocument("https://shop.provider.ch");
const NAMES = Object.keys(PATHS) as EndpointName[];

test("Spectral's rules for OpenAPI find nothing in the document", async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });
  const found = await linter.run(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
  expect(found.map(({ code, path, message }) => `${code} at ${path.join("/")}: ${message}`)).toEqual([]);
});

test("Redocly's recommended rules find nothing in the document", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: "/openapi.json", config });
  expect(found.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test("every failure of the table is listed by a call, whose responses have its status", () => {
  const named = new Set<FailureName>(NAMES.flatMap((name) => failuresOf(name)));
  expect(Object.keys(FAILURES).filter((name) => !named.has(name as FailureName))).toEqual([]);
  const { paths } = document as unknown as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  for (const { operationId, responses } of operations) {
    const statuses = failuresOf(operationId).map((failure) => String(FAILURES[failure].status));
    expect(Object.keys(responses), operationId).toEqual(
      [...new Set(["noContent" in ENDPOINTS[operationId] ? "204" : "200", ...statuses])].sort(),
    );
  }
  // Each call has its own list: a call that only reads cannot refuse a form.
  expect(failuresOf("catalogue")).toEqual(["unreadable", "xsrf", "checkoutUnknown", "tooMany", "fault", "unavailable"]);
});

type Operation = { readonly operationId: EndpointName; readonly responses: Record<string, object> };

test("exactly the calls that take a token declare security", () => {
  const { paths } = document as unknown as {
    paths: Record<string, Record<string, { operationId: EndpointName; security: object[] }>>;
  };
  for (const { operationId, security } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    expect(security.length > 0, operationId).toBe("bearer" in ENDPOINTS[operationId]);
});
