import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localePrefix, splitLocale } from "#core/text/locale.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const onLog = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  shop = await startShop({ env: { LOG_LEVEL: "error" }, onLog });
});
afterAll(() => shop.stop());

describe("a path", () => {
  test.each([
    ["/en//evil.example/login", "en", "/evil.example/login"],
    ["//evil.example/login", "de", "/evil.example/login"],
    ["/fr/\\evil.example", "fr", "/evil.example"],
    ["/fr/\\/\\/evil.example", "fr", "/evil.example"],
    ["\\\\evil.example", "de", "/evil.example"],
    ["/it", "it", "/"],
    ["/sr///", "sr", "/"],
    ["", "de", "/"],
    ["/entwurf", "de", "/entwurf"],
  ] as const)("%s never becomes the URL of another host", (path, locale, rest) => {
    expect(splitLocale(path)).toEqual({ locale, rest });
    const link = new URL(localePrefix("de") + rest, "https://shop.example.ch");
    expect(link.host).toBe("shop.example.ch");
  });
});

describe("browsers' reports about the policy", () => {
  const report = (type: string, body: string) =>
    fetch(`${shop.url}/csp-reports`, { method: "POST", headers: { "content-type": type }, body });
  const violations = () => lines.filter(({ security }) => security === "policy.violated");

  test("are in the security log, with the directive and the origin only", async () => {
    const old = {
      "csp-report": {
        "document-uri": "https://shop.example.ch/checkout/4?name=Nora",
        "violated-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/steal.js?card=4111",
      },
    };
    expect((await report("application/csp-report", JSON.stringify(old))).status).toBe(204);
    const body = { effectiveDirective: "script-src", blockedURL: "inline", documentURL: "https://shop/?token=1" };
    const sent = JSON.stringify([
      { type: "csp-violation", body },
      { type: "deprecation", body: {} },
    ]);
    expect((await report("application/reports+json", sent)).status).toBe(204);
    expect(violations()).toMatchObject([
      { reason: "script-src-elem", blocked: "https://evil.example" },
      { reason: "script-src", blocked: "inline" },
    ]);
    expect(JSON.stringify(violations())).not.toMatch(/Nora|4111|token/);
  });

  test.each([
    ["application/csp-report", "{", 204],
    ["application/csp-report", "[]", 204],
    [
      "application/csp-report",
      '{"csp-report":{"violated-directive":"<script>","blocked-uri":"data:text/html,x"}}',
      204,
    ],
    ["text/plain", "x", 415],
    ["application/json", `"${"x".repeat(20_000)}"`, 413],
  ])("that are invalid cause no error: %s %.20s", async (type, body, status) => {
    const before = violations().length;
    expect((await report(type, body)).status).toBe(status);
    for (const { reason, blocked } of violations().slice(before))
      expect([reason, blocked]).toEqual(["unknown", "null"]);
  });

  test("in a flood are limited to ten of each request", async () => {
    const before = violations().length;
    const body = { effectiveDirective: "img-src", blockedURL: "eval" };
    await report(
      "application/reports+json",
      JSON.stringify(Array.from({ length: 50 }, () => ({ type: "csp-violation", body }))),
    );
    expect(violations().length - before).toBe(10);
  });
});

describe("the XSRF cookie of a shop that is served over https", () => {
  let secure: Shop;
  beforeAll(async () => {
    secure = await startShop({ env: { PUBLIC_URL: "https://shop.example.ch" } });
  });
  afterAll(() => secure.stop());
  const post = (cookie: string, header: string) =>
    fetch(`${secure.url}/public-api/me`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie, "X-XSRF-TOKEN": header },
      body: "{}",
    });

  test("has the prefix __Host-, so that no other host can set it", async () => {
    const { headers } = await fetch(`${secure.url}/public-api/catalogue`);
    expect(headers.get("set-cookie")).toMatch(/^__Host-XSRF-TOKEN=[\w-]{24}; Path=\/; Secure; SameSite=Lax$/);
    expect(headers.get("strict-transport-security")).toMatch(/max-age=\d{7,}/);
  });

  test("is the only accepted one: a cookie without the prefix could come from a neighbouring host", async () => {
    expect((await post("XSRF-TOKEN=planted", "planted")).status).toBe(403);
    expect((await post("XSRF-TOKEN=planted; __Host-XSRF-TOKEN=own", "planted")).status).toBe(403);
    expect((await post("XSRF-TOKEN=planted; __Host-XSRF-TOKEN=own", "own")).status).toBe(401);
  });
});

describe("answers of the API", () => {
  test("are data: opened as a page they load and run nothing", async () => {
    const { headers } = await fetch(`${shop.url}/public-api/catalogue`);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });
});

test.each([
  ["GET", "/prepare/1/1", 404],
  ["POST", "/checkout", 403],
])(
  "a browser that blocks cookies sees at %s %s what to allow; other clients see the mistake",
  async (method, path, status) => {
    const message = async (headers: Record<string, string>) => {
      const reply = await fetch(`${shop.url}/public-api${path}`, {
        method,
        ...(method === "POST" && { body: "{}" }),
        headers: { "content-type": "application/json", ...headers },
      });
      expect(reply.status).toBe(status);
      return ((await reply.json()) as { message: string }).message;
    };
    expect(await message({ "sec-fetch-site": "same-origin" })).toMatch(/keine Cookies zu/);
    expect(await message({ "sec-fetch-site": "same-origin", cookie: "some=other" })).not.toMatch(/Cookies/);
    expect(await message({})).not.toMatch(/Cookies/);
  },
);

test("a wrong secret, a wrong signature, a missing XSRF header and an invented token are security events", async () => {
  const shopper = shop.shopper();
  const before = lines.length;
  await shopper.request("GET", "/public-api/order-documents/x", undefined, { authorization: "Bearer wrong" });
  await shopper.request("POST", "/public-api/payment-webhook/sandbox-hosted", { id: "x" });
  await shopper.request("POST", "/public-api/checkout", {}, { "X-XSRF-TOKEN": null });
  await shopper.request("POST", "/public-api/me", {}, { authorization: "Bearer invented" });
  expect(lines.slice(before).map(({ security, route }) => [security, route])).toEqual([
    ["webhook.forged", "/order-documents/:id"],
    ["webhook.forged", "/payment-webhook/:provider"],
    ["xsrf.refused", "/checkout"],
    ["token.refused", "/me"],
  ]);
});
