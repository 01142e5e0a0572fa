import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { describe, expect, test } from "vitest";
import { failuresOf } from "../shop/calls.ts";
import { FAILURES, type FailureName } from "../failures.ts";
import { DESK_INTERFACE } from "./desk.ts";
import type { Described } from "./described.ts";
import { openApiDocument } from "./document.ts";
import { SHOP_API } from "./shop.ts";

type Operation = {
  readonly operationId: string;
  readonly responses: Record<string, object>;
  readonly security: readonly object[];
};

describe.each([SHOP_API, DESK_INTERFACE])("the document of $title", (described: Described) => {
  const document = openApiDocument(described, "https://shop.provider.ch");
  const { paths } = document as unknown as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

  test("Spectral's rules for OpenAPI find nothing", async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });
    const found = await linter.run(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
    expect(found.map(({ code, path, message }) => `${code} at ${path.join("/")}: ${message}`)).toEqual([]);
  });

  test("Redocly's recommended rules find nothing", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: "/openapi.json", config });
    expect(found.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)).toEqual(
      [],
    );
  });

  test("the responses of a call have the statuses of its failures", () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(described.paths).toSorted(),
    );
    for (const { operationId, responses } of operations) {
      const statuses = described.failuresOf(operationId).map((failure) => String(FAILURES[failure].status));
      const done = described.calls[operationId]?.noContent ? "204" : "200";
      expect(Object.keys(responses), operationId).toEqual([...new Set([done, ...statuses])].sort());
    }
  });

  test("exactly the calls that are restricted declare security", () => {
    for (const { operationId, security } of operations)
      expect(security.length > 0, operationId).toBe(described.calls[operationId]?.who !== "anybody");
  });
});

test("every failure in the table belongs to a call", () => {
  const named = new Set<FailureName>(
    [SHOP_API, DESK_INTERFACE].flatMap(({ paths, failuresOf: of }) => Object.keys(paths).flatMap((name) => of(name))),
  );
  expect(Object.keys(FAILURES).filter((name) => !named.has(name as FailureName))).toEqual([]);
  // Each call has its own list: a call that only reads cannot refuse a form.
  const every = ["unreadable", "xsrf", "checkoutUnknown", "tooMany", "fault", "unavailable", "answerUnreadable"];
  expect(failuresOf("catalogue")).toEqual(every);
});
