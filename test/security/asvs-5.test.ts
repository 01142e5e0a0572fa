import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

// OWASP ASVS 5.0, V5 File Handling: items without another test (docs/evidence/asvs.md).

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ bundle: await loadBundle() });
});
afterAll(() => shop.stop());

/** Sends a request whose path no client normalises. */
const rawGet = (path: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(shop.url);
    request({ hostname, port, path, method: "GET" }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (part: string) => (text += part));
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, text }));
    })
      .on("error", reject)
      .end();
  });

test.each([
  "/assets/../../package.json",
  "/assets/..%2f..%2fpackage.json",
  "/assets/%2e%2e/%2e%2e/package.json",
  "/assets/..%5c..%5cpackage.json",
  "/assets/....//....//package.json",
  "/assets//package.json",
  "/assets/%00package.json",
  "/brand/../../package.json",
  "/..%2f..%2fetc/passwd",
  "/public-api/order-documents/..%2f..%2fetc%2fpasswd",
])("%s leads to no file of the machine", async (path) => {
  const { status, text } = await rawGet(path);
  expect([400, 401, 403, 404]).toContain(status);
  expect(text).not.toContain('"dependencies"');
  expect(text).not.toContain("root:x:");
});

test("a picture has no URL, and the PDF is downloaded under the shop's own name", async () => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer("files@example.ch", await picture());
  await expectOk("order", shopper.call("createOrder", {}));
  const { rows } = await shop.database.pool.query<{ id: string; storage_key: string }>(
    "select id, storage_key from documents",
  );
  const [document] = rows;
  expect(document?.storage_key).toMatch(/^[\w/-]+$/);
  for (const place of ["", "/assets", "/documents", "/data", "/public-api/documents"])
    for (const name of [document?.id, document?.storage_key])
      expect((await rawGet(`${place}/${name}`)).status).toBe(404);
  const paper = await shopper.request("GET", "/public-api/order/confirmation.pdf");
  expect(paper.status).toBe(200);
  expect(paper.headers.get("content-disposition")).toBe('attachment; filename="confirmation.pdf"');
});
