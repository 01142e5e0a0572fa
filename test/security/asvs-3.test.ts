import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { startShop, type Shop } from "../support/shop.ts";

// OWASP ASVS 5.0, V3 Web Frontend Security: items without another test (docs/evidence/asvs.md). The shop is on https.

let shop: Shop;
let script: string;
beforeAll(async () => {
  shop = await startShop({ env: { PUBLIC_URL: "https://shop.example.ch" }, bundle: await loadBundle() });
  script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(shop.url)).text())?.[1] ?? "";
});
afterAll(() => shop.stop());

const PATHS = [
  "/",
  "/en/mobile/SMART60",
  "/checkout/4",
  "/account",
  "/photo",
  "/nirgends",
  "/docs",
  "/favicon",
  "/robots.txt",
  "/sitemap.xml",
  "/.well-known/security.txt",
  "/openapi.json",
  "/livez",
  "/sandbox/orders",
  "/assets/nothing.js",
  "the page's script",
  "/public-api/catalogue",
  "/public-api/prepare/4/4",
  "/public-api/nothing",
  "/public-api/get-mobile-tv/%",
];
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(shop.url + (path === "the page's script" ? script : path), { headers: { accept: "text/html", ...headers } });

describe.each(PATHS)("the answer to %s", (path) => {
  test("requires https for a year, keeps its type, and cannot be framed", async () => {
    const { headers } = await get(path);
    const [, seconds = ""] =
      /^max-age=(\d+); includeSubDomains/.exec(headers.get("strict-transport-security") ?? "") ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    if (policy.includes("default-src 'none'")) expect(policy).toContain("sandbox");
    else for (const directive of ["object-src 'none'", "base-uri 'none'"]) expect(policy).toContain(directive);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*(unsafe|\*)/);
  });

  test("is for no other origin, and names no software", async () => {
    const { headers } = await get(path, { origin: "https://evil.example" });
    for (const [name] of headers) expect(name).not.toMatch(/^access-control-|^server$|^x-powered-by$/);
  });
});

test("a preflight request from another origin is granted nothing", async () => {
  const reply = await fetch(`${shop.url}/public-api/checkout`, {
    method: "OPTIONS",
    headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
  });
  expect(reply.ok).toBe(false);
  for (const [name] of reply.headers) expect(name).not.toMatch(/^access-control-/);
});

test("every cookie is Secure, for this host only, and not sent by other sites' forms", async () => {
  const shopper = shop.shopper();
  const login = await shopper.logIn("mia.keller@example.ch");
  expect(login.status).toBe(200);
  const cookies = [...(await get("/")).headers.getSetCookie(), ...login.headers.getSetCookie()];
  const names = new Set(cookies.map((cookie) => cookie.split("=")[0]));
  expect(names).toEqual(new Set(["__Host-XSRF-TOKEN", "__Host-kasse-known"]));
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).toMatch(/; Secure(;|$)/);
    expect(cookie).toMatch(/; SameSite=Lax(;|$)/);
    expect(cookie).not.toMatch(/; Domain/i);
    if (!cookie.startsWith("__Host-XSRF")) expect(cookie).toMatch(/; HttpOnly(;|$)/);
  }
});

describe("a call from a browser", () => {
  const from = async (site: string | null, method = "GET", path = "/public-api/prepare/1/1") => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    const body = method === "POST" ? { type: "Tariff", tariff: "SMART60" } : undefined;
    return (await shopper.request(method, path, body, { "sec-fetch-site": site })).status;
  };

  test.each(["cross-site", "same-site", "", "nonsense"])(
    "for a page that is %j gets nothing, by GET or by POST",
    async (site) => {
      expect(await from(site)).toBe(403);
      expect(await from(site, "POST", "/public-api/checkout")).toBe(403);
    },
  );

  test.each(["same-origin", "none", null])("for a page that is %j is answered", async (site) => {
    expect(await from(site)).toBe(200);
    expect(await from(site, "POST", "/public-api/checkout")).toBe(200);
  });
});

test("pages without a provider's script cannot write HTML: Trusted Types with one exception for a worker", async () => {
  for (const path of ["/", "/checkout/4", "/account"])
    expect((await get(path)).headers.get("content-security-policy")).toContain(
      "require-trusted-types-for 'script'; trusted-types picture-worker;",
    );
});

test("no resource of a page, and no form, belongs to another host", async () => {
  for (const path of ["/", "/device/SAENTISX", "/checkout/4", "/account", "/photo"]) {
    const html = await (await get(path)).text();
    const loaded = [
      ...html.matchAll(/<(?:script|link|img|iframe|source|form)\b[^>]*?\b(?:src|href|action|srcset)="([^"]+)"/g),
    ];
    for (const [tag, url = ""] of loaded)
      if (!/rel="(canonical|alternate)"/.test(tag))
        expect([path, new URL(url, "https://shop.example.ch").host]).toEqual([path, "shop.example.ch"]);
  }
});
