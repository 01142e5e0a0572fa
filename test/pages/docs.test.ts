import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShopCall } from "#contract/call.ts";
import { ENDPOINTS } from "#contract/shop/calls.ts";
import { PATHS, type EndpointName } from "#contract/all-paths.ts";
import { loadBundle } from "#server/pages/assets.ts";
import { exampleOf, schemaText } from "#server/pages/docs/schema-text.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ bundle: await loadBundle() });
});
afterAll(() => shop.stop());

const get = async (path: string) => {
  const answer = await fetch(shop.url + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test("/docs shows every call with its area, parameters and schemas, and a form to try it", async () => {
  const { status, headers, text } = await get("/docs");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/html/);
  expect(headers.get("set-cookie")).toMatch(/XSRF-TOKEN=/);
  for (const [name, [method, path]] of Object.entries(PATHS)) {
    const braced = `/public-api${path.replace(/:(\w+)/g, "{$1}")}`;
    expect(text).toContain(`<details id="${name}">`);
    expect(text).toContain(`<code>${braced}</code>`);
    if ((ENDPOINTS[name as EndpointName] as ShopCall).from !== "system")
      expect(text).toContain(`data-method="${method}" data-path="${braced}"`);
  }
  for (const area of ["Shop window", "Account", "Order", "Schemas"]) expect(text).toContain(`<h2>${area}</h2>`);
  expect(text).toContain('name="path:pageStep"');
  expect(text).toContain("PRICE_CHANGED");
});

test("the page obeys its policy: no inline script or style, all files from this host", async () => {
  const { headers, text } = await get("/docs");
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(text).not.toMatch(/<script(?![^>]* src="\/assets\/)/);
  expect(text).not.toMatch(/<style|style=|\son\w+=/);
  const [, script = ""] = /<script type="module" src="([^"]+)">/.exec(text) ?? [];
  for (const path of ["/docs/docs.css", script]) {
    const file = await get(path);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toMatch(path.endsWith("css") ? /^text\/css/ : /javascript/);
  }
});

test("schemas are rendered as types, with an example to start from", () => {
  const schema = {
    type: "object",
    properties: {
      code: { type: "string" },
      prices: { type: "array", items: { anyOf: [{ type: "number" }, { type: "null" }] } },
      kind: { enum: ["a", "b"] },
      extra: { type: "object", additionalProperties: { type: "boolean" } },
    },
    required: ["code", "prices", "kind"],
  };
  expect(schemaText(schema)).toBe(
    '{\n  code: string\n  prices: (number | null)[]\n  kind: "a" | "b"\n  extra?: {\n    [name: string]: boolean\n  }\n}',
  );
  expect(exampleOf(schema)).toEqual({ code: "", prices: [], kind: "a" });
});
