import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDeskBundle } from "#server/desk/pages/bundle.ts";
import { loadBundle } from "#server/pages/assets.ts";
import { startShopWithDesk } from "../support/desk.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
let desk: string;
beforeAll(async () => {
  shop = await startShopWithDesk({ bundle: await loadBundle(), deskBundle: await loadDeskBundle() });
  desk = shop.kasse.managementAddress ?? "";
});
afterAll(() => shop.stop());

test("every URL of the desk returns its page, which runs only its own scripts and cannot be framed", async () => {
  for (const path of ["/desk", "/desk/", "/desk/orders/K1?text=a", "/desk/invitation"]) {
    const page = await fetch(desk + path);
    expect([path, page.status, page.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"]);
    const policy = page.headers.get("content-security-policy") ?? "";
    for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain("unsafe");
    const html = await page.text();
    expect(html).toContain('data-runs="Kasse 1.0.0"');
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=|onload=/);
    for (const [, file] of html.matchAll(/(?:src|href)="([^"]+)"/g))
      expect([file, (await fetch(desk + file)).status]).toEqual([file, 200]);
  }
  const missing = [await fetch(`${desk}/desk/assets/none.js`), await fetch(`${desk}/desk/api/none`)];
  for (const { status, headers } of missing)
    expect([status, headers.get("content-type")?.split(";")[0]]).toEqual([404, "application/json"]);
});

test("the shop's files contain no part of the desk", async () => {
  const files = await readdir("dist/desk/assets");
  const own = await readdir("dist/client/assets");
  const fonts = (name: string) => name.endsWith(".woff2");
  expect(files.length).toBeGreaterThan(20);
  for (const file of files.filter((name) => !name.endsWith(".map") && !fonts(name))) {
    expect([file, (await fetch(`${shop.url}/assets/${file}`)).status]).toEqual([file, 404]);
    expect([file, (await fetch(`${shop.url}/desk/assets/${file}`)).status]).toEqual([file, 404]);
  }
  for (const name of own.filter((each) => /\.(?:js|css)$/.test(each)))
    expect([name, /desk\/api|decideOrders/.test(await readFile(`dist/client/assets/${name}`, "utf8"))]).toEqual([
      name,
      false,
    ]);
  expect((await fetch(`${shop.url}/desk`)).status).toBe(404);
  expect((await fetch(desk)).status).toBe(404);
});

test("the calls of the desk are described by an OpenAPI document", async () => {
  const document = (await (await fetch(`${desk}/desk/api/openapi.json`)).json()) as {
    readonly servers: readonly { readonly url: string }[];
    readonly paths: Readonly<Record<string, object>>;
  };
  expect(document.servers).toEqual([{ url: desk }]);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(["/desk/api/me", "/desk/api/orders/{number}/acts"]),
  );
});
