import { request as forward } from "node:http";
import { createServer, type Server as HttpsServer } from "node:https";
import { generate } from "selfsigned";
import { freePort } from "../test/support/ports.ts";
import { walkToDocument, fillDocument, newEmail, press, WORDS } from "./support/purchase.ts";
import { expect, test } from "./support/server.ts";

// The shop as in production: over https, behind a proxy that terminates TLS.

const words = WORDS.de;
const port = await freePort();
const origin = `https://localhost:${port}`;
test.use({ settings: { PUBLIC_URL: origin, TRUST_PROXY: "1" }, ignoreHTTPSErrors: true });

let proxy: HttpsServer;
test.beforeEach(async ({ server }) => {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], { keySize: 2048 });
  const shop = new URL(server.url);
  proxy = createServer({ key, cert }, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      "x-forwarded-for": incoming.socket.remoteAddress ?? "",
      "x-forwarded-proto": "https",
    };
    const sent = forward(
      { host: shop.hostname, port: shop.port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", () => resolve()));
});
test.afterEach(() => {
  proxy.closeAllConnections();
  return new Promise((resolve) => proxy.close(resolve));
});

test("a whole sale over https: every cookie has the prefix __Host- and is Secure", async ({ page, context }) => {
  await walkToDocument(page, words, `${origin}/mobile/SMART30`, newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL(`${origin}/checkout/7`);
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name)).toContain("__Host-XSRF-TOKEN");
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({
      name: expect.stringMatching(/^__Host-/),
      secure: true,
      path: "/",
      domain: "localhost",
    });
    expect(["Lax", "Strict"]).toContain(cookie.sameSite);
  }
});

test("a cookie planted by a neighbouring host is ignored: the shopper continues, and the planted one gives no access", async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: "XSRF-TOKEN", value: "planted", url: origin }]);
  await walkToDocument(page, words, `${origin}/mobile/SMART30`, newEmail());
  const status = await page.evaluate(async () => {
    const headers = { "content-type": "application/json", "X-XSRF-TOKEN": "planted" };
    return (await fetch("/public-api/me", { method: "POST", headers, body: "{}" })).status;
  });
  expect(status).toBe(403);
});

test("a checkout planted by a neighbouring host is not taken over, nor is an unreadable one", async ({
  page,
  context,
}) => {
  const plant = async (name: string, value: string) => {
    await context.addCookies([
      { name, value: encodeURIComponent(value), url: origin, secure: name.startsWith("__Host-") },
    ]);
    await page.goto(`${origin}/checkout/1#begun-abcd`);
    // Step 1 leads to the first page, which says why.
    await expect(page.getByRole("alert")).toBeVisible();
    return page.evaluate(() => localStorage.getItem("kasse.checkout-id"));
  };
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  const planted = {
    id: "of-the-thief",
    pageStep: "1",
    record: { type: "Tariff", mobile: "SMART30", tv: null, options: [] },
  };
  expect(await plant("kasse-begun-abcd", JSON.stringify(planted))).toBeNull();
  for (const junk of [
    "junk",
    "null",
    "[]",
    JSON.stringify({ ...planted, id: 7 }),
    JSON.stringify({ id: "x", pageStep: "1" }),
  ])
    expect(await plant("__Host-kasse-begun-abcd", junk)).toBeNull();
  expect(errors).toEqual([]);
});
