import { readdir, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { picture } from "../support/people.ts";
import { startShop, type Shop } from "../support/shop.ts";

// OWASP ASVS 5.0, V13 Configuration: items without another test (docs/evidence/asvs.md).

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ bundle: await loadBundle() });
});
afterAll(() => shop.stop());

test.each([
  "/.git/config",
  "/.git/HEAD",
  "/.env",
  "/.svn/entries",
  "/package.json",
  "/server/main.ts",
  "/dist/programs/server.js",
  "/dist/",
  "/.data/",
])("%s is not served", async (path) => {
  const reply = await fetch(shop.url + path);
  expect(reply.status).toBe(404);
  expect(reply.headers.get("content-type")).toContain("text/html");
});

test.each(["/assets", "/assets/", "/brand/", "/docs/", "/sandbox/"])("%s lists no folder", async (path) => {
  const reply = await fetch(shop.url + path, { redirect: "manual" });
  const text = await reply.text();
  expect([200, 404]).toContain(reply.status);
  expect(text).not.toMatch(/Index of|\.\.\/<|\.map"/);
});

test("scripts are served without their sources", async () => {
  const html = await (await fetch(shop.url)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? "";
  expect(await (await fetch(shop.url + script)).text()).not.toContain("sourceMappingURL");
  expect((await fetch(`${shop.url}${script}.map`)).status).toBe(404);
});

test.each(["TRACE", "TRACK", "DEBUG"])("%s returns none of the request's content", async (method) => {
  const { hostname, port } = new URL(shop.url);
  const answer = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${method} / HTTP/1.1\r\nHost: shop\r\nCookie: secret=geheim\r\nConnection: close\r\n\r\n`),
    );
    socket.setEncoding("utf8").on("data", (part: string) => (text += part));
    socket.on("end", () => resolve(text)).on("error", reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 (400|404|405|501) /);
  expect(answer).not.toContain("geheim");
});

test("keys, documents and passwords in the data folder are accessible only to the shop's user", async () => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer("modes@example.ch", await picture());
  const { dataDir } = shop.kasse.services.config;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.filter((file) => /keys|documents/.test(file)).length).toBeGreaterThan(2);
  for (const file of files) expect([file, (await stat(file)).mode & 0o077]).toEqual([file, 0]);
});
