import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { personForm } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

// OWASP ASVS 5.0, V1 Encoding and Sanitization: items without another test (docs/evidence/asvs.md).

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ bundle: await loadBundle() });
});
afterAll(() => shop.stop());

const get = async (path: string) => {
  const reply = await fetch(shop.url + path);
  return { status: reply.status, text: await reply.text() };
};

describe("a path", () => {
  test("is decoded once", async () => {
    expect((await get("/public-api/product/mobile/%53MART60")).status).toBe(200);
    expect((await get("/public-api/product/mobile/%2553MART60")).status).toBe(404);
    expect((await get("/%256Dobile/SMART60")).status).toBe(404);
  });

  test.each([
    '/"><script>alert(1)</script>',
    "/</script><script>alert(1)</script>",
    "/'onload='alert(1)",
    "/<!--<script>",
  ])("%s is text in the page: in its HTML, its attributes and its data", async (path) => {
    const { status, text } = await get(
      path
        .split("")
        .map((each) => (each === "/" ? "/" : encodeURIComponent(each)))
        .join(""),
    );
    expect(status).toBe(404);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("'onload='");
    expect(text).not.toContain("<!--<script>");
  });
});

test("text that other interpreters would execute stays text: formats, templates, expressions", async () => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  const email = "formats@example.ch";
  await expectOk("register", shopper.register(email));
  const last_name = "%s%n%o {brand} ${7*7} {{7*7}} #{7*7} <%= 7*7 %>".slice(0, 50);
  const reply = await shopper.call("validateCustomer", { ...personForm(email), last_name });
  expect([200, 422]).toContain(reply.status);
  const found = await shopper.call("addressSearch", { term: "%s%n%o {brand} ${7*7} (a+)+$ [ \\" });
  expect([found.status, found.body]).toEqual([200, []]);
  const wrong = await shopper.logIn("%s%n@example.ch", "${7*7}%s");
  expect(JSON.stringify(wrong.body)).not.toContain("49");
});

test.each([
  "a@example.ch\r\nbcc: victim@example.ch",
  "a@example.ch\nsubject: x",
  "a@example.ch,victim@example.ch",
  "a@example.ch;victim@example.ch",
  "a@example.ch victim@example.ch",
  "<a@example.ch>",
  '"a b"@example.ch',
  "a@example.ch\u0000",
])("registration with %j is rejected, because a mail server might interpret it differently", async (username) => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  expect([400, 422]).toContain((await shopper.register(username)).status);
});

test.each(["1e309", "-1e309", "9007199254740993", "-1", "-0.001", "1e-7", "0.1", "1e21"])(
  "a limit of %s is rejected, not rounded or wrapped",
  async (limit) => {
    const body = `{"type":"Tariff","tariff":"SMART30","limit":${limit}}`;
    const { status } = await shop
      .shopper()
      .request("POST", "/public-api/checkout", body, { "content-type": "application/json" });
    expect([400, 422]).toContain(status);
  },
);
