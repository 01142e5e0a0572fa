import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personForm, picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

// OWASP ASVS 5.0, V15 Secure Coding and Architecture: items without another test (docs/evidence/asvs.md).

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

test.each([
  "/transaction-status?checkoutId=a&checkoutId=b",
  "/transaction-status?checkoutId[]=a",
  "/transaction-status?checkoutId[x]=a",
  "/transaction-status",
])("a repeated parameter, or a list, is rejected: %s", async (path) => {
  const { status } = await shop.shopper().request("GET", `/public-api${path}`);
  expect(status).toBe(400);
});

test("a repeated form field does not count twice, and parameters of the URL do not count for the body", async () => {
  const shopper = shop.shopper();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const right = "username=mia.keller%40example.ch&password=kasse-demo-2026";
  const twice = await shopper.request("POST", "/public-api/password-login", `${right}&password=x`, type);
  expect(twice.status).toBe(400);
  const inAddress = await shopper.request("POST", `/public-api/password-login?${right}`, "username=x", type);
  expect(inAddress.status).not.toBe(200);
});

describe("unknown fields of a call", () => {
  test("change nothing: no price, no owner, no solvency", async () => {
    const shopper = shop.shopper();
    const plain = await shopper.choose({ type: "Tariff", tariff: "SMART30", mobile: "AARE5" });
    const more = { total: 0, oneTime: 0, lines: [], account_id: "1", orderNumber: "1", quote: { total: 0 }, stock: 99 };
    const changed = await shopper.choose({ type: "Tariff", tariff: "SMART30", mobile: "AARE5", ...more } as never);
    expect({ ...changed, next: null }).toEqual({ ...plain, next: null });
    const email = "mehr@example.ch";
    await shopper.becomeCustomer(email, await picture(), {
      ...personForm(email),
      solvent: true,
      business: true,
      role: "operator",
      baseId: "1",
      password_hash: "x",
    });
    const { rows } = await shop.database.pool.query("select * from accounts where email = $1", [email]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/operator|"solvent"|"password_hash":"x"/);
    const me = await expectOk("me", shopper.call("me"));
    expect(JSON.stringify(me)).not.toMatch(/hash|argon/);
  });
});
