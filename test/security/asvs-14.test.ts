import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

// OWASP ASVS 5.0, V14 Data Protection: items without another test (docs/evidence/asvs.md).

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ bundle: await loadBundle() }), picture()]);
});
afterAll(() => shop.stop());

describe("personal data", () => {
  const email = "vertraulich@example.ch";

  test("is stored by no browser and no proxy: every answer of the API has no-store", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await shopper.becomeCustomer(email, image);
    await expectOk("order", shopper.call("createOrder", {}));
    for (const path of ["/prepare/7/7", "/order", "/order/confirmation.pdf", "/account", "/prepare/5/5", "/nothing"]) {
      const { headers } = await shopper.request("GET", `/public-api${path}`);
      expect([path, headers.get("cache-control")]).toEqual([path, "no-store"]);
    }
    for (const [call, body] of [
      ["me", {}],
      ["passwordLogin", { username: email, password: "falsches Wort" }],
    ] as const) {
      const { headers } = await shopper.call(call, body as never);
      expect([call, headers.get("cache-control")]).toEqual([call, "no-store"]);
    }
  });

  test("is in no page that the server caches: a customer gets the same page as a stranger", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await shopper.logIn("mia.keller@example.ch");
    for (const path of ["/", "/checkout/4", "/checkout/7", "/account"]) {
      const own = await shopper.request("GET", path, undefined, { accept: "text/html" });
      const page = JSON.stringify(own.body);
      expect(page).not.toMatch(/mia\.keller|Keller/);
      expect(page).toBe(
        JSON.stringify((await shop.shopper().request("GET", path, undefined, { accept: "text/html" })).body),
      );
      expect(own.headers.get("cache-control")).not.toMatch(/public|max-age=[1-9]/);
    }
  });
});

test("no call accepts a token, a password or personal data in its URL", async () => {
  const { ENDPOINTS } = await import("#contract/shop/calls.ts");
  const names = Object.values(ENDPOINTS).flatMap(({ query }) => Object.keys(query?.entries ?? {}));
  expect(names.filter((name) => /token|password|mail|phone|name|code|secret/i.test(name))).toEqual([]);
});
