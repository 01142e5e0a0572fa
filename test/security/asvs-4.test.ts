import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { startShop, type Shop } from "../support/shop.ts";

// OWASP ASVS 5.0, V4 API and Web Service: items without another test (docs/evidence/asvs.md).

let shop: Shop;
beforeAll(async () => {
  const env = { BRAND_FILE: "brands/lumen/brand.json" };
  shop = await startShop({ env, bundle: await loadBundle() });
});
afterAll(() => shop.stop());

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/nirgends", "text/html; charset=utf-8"],
  ["/docs", "text/html; charset=utf-8"],
  ["/docs/docs.css", "text/css; charset=utf-8"],
  ["/favicon", "image/svg+xml; charset=utf-8"],
  ["/brand/logo", "image/svg+xml; charset=utf-8"],
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/.well-known/security.txt", "text/plain; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
  ["/openapi.json", "application/json; charset=utf-8"],
  ["/livez", "application/json; charset=utf-8"],
  ["/public-api/catalogue", "application/json; charset=utf-8"],
  ["/public-api/nothing", "application/json; charset=utf-8"],
  ["/public-api/get-mobile-tv/%", "application/json; charset=utf-8"],
])("%s is %s, and declares it", async (path, type) => {
  expect((await fetch(shop.url + path)).headers.get("content-type")).toBe(type);
});

test("scripts and styles of a page declare type and encoding", async () => {
  const html = await (await fetch(`${shop.url}/checkout/1`)).text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(js|css))"/g)];
  expect(files.length).toBeGreaterThan(1);
  for (const [, file, kind] of files)
    expect((await fetch(shop.url + file)).headers.get("content-type")).toBe(
      kind === "js" ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8",
    );
});

test("finders of a vulnerability are told whom to contact, and until when that is valid (RFC 9116)", async () => {
  const text = await (await fetch(`${shop.url}/.well-known/security.txt`)).text();
  expect(text).toMatch(/^Contact: mailto:info@lumen\.example$/m);
  const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? "").getTime();
  expect(expires).toBeGreaterThan(Date.now() + 100 * 24 * 3600_000);
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 3600_000);
});
