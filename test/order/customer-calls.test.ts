import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyOf } from "#contract/shop/calls.ts";
import { personForm, picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop(), picture()]);
});
afterAll(() => shop.stop());

describe("over HTTP", () => {
  test("customers cancel their order, which shows it; once the operator's systems work on it, they cannot", async () => {
    const buy = async (email: string) => {
      const shopper = shop.shopper();
      await shopper.choose({ type: "Tariff", tariff: "SMART30" });
      await shopper.becomeCustomer(email, image);
      await expectOk("order", shopper.call("createOrder", { billPayed: false }));
      return shopper;
    };
    const first = await buy("cancel1@example.ch");
    expect(await expectOk("show", first.call("order"))).toMatchObject({ cancel: { until: expect.any(String) } });
    expect(await expectOk("cancel", first.call("cancelOrder", {}))).toMatchObject({ status: "cancelled" });
    expect(await expectOk("show", first.call("order"))).toMatchObject({ status: "cancelled", cancel: null });

    const late = await buy("cancel2@example.ch");
    await shop.database.pool.query(
      "update orders set progress = 'inProgress', progress_at = now() where checkout_id = $1",
      [late.checkoutId],
    );
    expect(await late.call("cancelOrder", {})).toMatchObject({ status: 409, body: { message: expect.any(String) } });
    expect(await expectOk("show", late.call("order"))).toMatchObject({ cancel: null });
    late.token = null;
    expect(await late.call("cancelOrder", {})).toMatchObject({ status: 401 });
  });

  test("a mailed link continues its checkout in its own browser; any other gets the goods, and no personal data", async () => {
    const shopper = shop.shopper();
    const email = "linked@example.ch";
    const form = personForm(email) as BodyOf<"createCustomer">;
    await shopper.choose({ type: "Tariff", tariff: "SMART60", binding: "182400001" });
    await expectOk("register", shopper.register(email));
    await expectOk("validate", shopper.call("validateCustomer", form));
    await expectOk("update", shopper.call("updateCustomer", form));
    await expectOk("upload", shopper.upload(image));
    const secret = "s".repeat(32);
    await shop.database.pool.query(
      "insert into checkout_links (secret_hash, checkout_id, expires_at) values ($1, $2, now() + interval '1 day')",
      [createHash("sha256").update(secret).digest(), shopper.checkoutId],
    );
    const own = { checkoutId: shopper.checkoutId, page: "5" };
    expect(await expectOk("own link", shopper.call("checkoutLink", { secret }))).toMatchObject(own);

    const other = shop.shopper();
    const opened = await expectOk("link", other.call("checkoutLink", { secret }));
    expect(opened).toMatchObject({ page: "3", record: { tariff: "SMART60", binding: "182400001" } });
    expect(opened.checkoutId).not.toBe(shopper.checkoutId);
    other.checkoutId = opened.checkoutId;
    expect((await other.prepare("5")).body).toEqual({ page: "3" });
    // A stranger who reads the mail cannot order in the shopper's name, nor with the shopper's picture.
    const thief = personForm("thief@example.ch") as BodyOf<"createCustomer">;
    expect((await other.call("validateCustomer", thief)).body).toEqual({ page: "3" });
    await expectOk("register", other.register("thief@example.ch"));
    await expectOk("validate", other.call("validateCustomer", thief));
    await expectOk("update", other.call("updateCustomer", thief));
    expect(await expectOk("prepare 5", other.prepare("5"))).toMatchObject({ documentKept: false });
    // The shopper's own checkout is unchanged.
    expect(await expectOk("prepare 5", shopper.prepare("5"))).toMatchObject({ documentKept: true, user: { email } });

    expect(await other.call("checkoutLink", { secret: "t".repeat(32) })).toMatchObject({ status: 404 });
  });
});
