import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  claimDocument,
  documentHash,
  documentIdentity,
  ownerOfDocument,
  releaseDocument,
} from "#server/sale/document/claims.ts";
import { orderServices, SMART30, type OrderServices } from "../support/order-services.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const KEY = Buffer.alloc(32, 7);
const PASSPORT = { idNo: "X1234567", identifiedBy: "182400004", citizenship: "CH" };
let people = 0;
const account = () => shop.sale.account(`claim${(people += 1)}@example.ch`);
const hashOf = (changed: Partial<typeof PASSPORT> = {}, key = KEY) => documentHash(key, { ...PASSPORT, ...changed });

describe("a document is identified", () => {
  test("by country, type and number", () => {
    expect(documentIdentity(PASSPORT)).toEqual({ country: "CH", type: "swissPassport", number: "X1234567" });
    const foreign = { idNo: "ab12345", identifiedBy: "182400006", citizenship: "DE" };
    expect(documentIdentity(foreign)).toEqual({ country: "DE", type: "passport", number: "AB12345" });
    // A travel document of the country in which a stateless person lives.
    expect(documentIdentity({ ...foreign, citizenship: "XXA" })).toMatchObject({ country: "CH" });
    expect(documentIdentity({ citizenship: "DE" })).toEqual({ country: "DE", type: "", number: "" });
  });

  test("by a hash that requires Kasse's key, regardless of upper and lower case", () => {
    expect(hashOf({ idNo: "x1234567" })).toEqual(hashOf());
    // Two codes of a foreign passport are the same document.
    const foreign = { idNo: "AB12345", citizenship: "BR" };
    expect(hashOf({ ...foreign, identifiedBy: "182400006" })).toEqual(
      hashOf({ ...foreign, identifiedBy: "182400013" }),
    );
    for (const changed of [{ idNo: "X1234568" }, { identifiedBy: "182400003" }])
      expect(hashOf(changed)).not.toEqual(hashOf());
    expect(hashOf({ identifiedBy: "182400006", citizenship: "DE" })).not.toEqual(
      hashOf({ identifiedBy: "182400006", citizenship: "FR" }),
    );
    expect(hashOf({}, Buffer.alloc(32, 8))).not.toEqual(hashOf());
    expect(hashOf()).toHaveLength(32);
  });
});

describe("a document belongs", () => {
  test("to the first customer who claims it, and to none before", async () => {
    const [owner, other] = [await account(), await account()];
    const [hash, unclaimed] = [hashOf({ idNo: "FIRST" }), hashOf({ idNo: "NOBODY" })];
    expect(await claimDocument(shop.sale.db, hash, owner)).toBe(true);
    expect(await claimDocument(shop.sale.db, hash, other)).toBe(false);
    expect(await claimDocument(shop.sale.db, hash, owner)).toBe(true);
    expect([await ownerOfDocument(shop.sale.db, hash), await ownerOfDocument(shop.sale.db, unclaimed)]).toEqual([
      owner,
      null,
    ]);
  });

  test("to none once it is released and no order contains it; others stay claimed", async () => {
    const owner = await account();
    const [hash, kept] = [hashOf({ idNo: "FREE" }), hashOf({ idNo: "KEPT" })];
    for (const each of [hash, kept]) await claimDocument(shop.sale.db, each, owner);
    await releaseDocument(shop.sale.db, hash);
    expect([await ownerOfDocument(shop.sale.db, hash), await ownerOfDocument(shop.sale.db, kept)]).toEqual([
      null,
      owner,
    ]);
  });

  test("to its customer while an order with it is not cancelled", async () => {
    const [first, second] = [await shop.held(SMART30), await shop.made()];
    const { documentHash: hash } = first;
    if (!hash) throw new Error("An order has the hash of its document");
    await shop.sale.query("update orders set document_hash = $2 where id = $1", [second.id, hash]);
    await shop.act("cancelHeld", first);
    expect(await ownerOfDocument(shop.sale.db, hash)).toBe(first.account.id);
    await shop.sale.query("update orders set status = 'cancelled' where id = $1", [second.id]);
    await releaseDocument(shop.sale.db, hash);
    expect(await ownerOfDocument(shop.sale.db, hash)).toBeNull();
  });

  test("to one of two customers who claim it at once", async () => {
    const [one, other, hash] = [await account(), await account(), hashOf({ idNo: "BOTH" })];
    const { second } = await shop.sale.db.transaction().execute(async (tx) => {
      expect(await claimDocument(tx, hash, one)).toBe(true);
      const claiming = claimDocument(shop.sale.db, hash, other);
      await shop.sale.endsOrWaits(claiming);
      return { second: claiming };
    });
    expect(await second).toBe(false);
  });

  test("to the customer who orders with it while another order with it is being cancelled", async () => {
    const { documentHash: hash, account: owner } = await shop.made();
    if (!hash) throw new Error("An order has the hash of its document");
    // An order in progress holds the claim until it is written.
    const { released } = await shop.sale.db.transaction().execute(async (tx) => {
      await claimDocument(tx, hash, owner.id);
      await shop.sale.query("update orders set status = 'cancelled' where document_hash = $1", [hash]);
      const releasing = releaseDocument(shop.sale.db, hash);
      await shop.sale.endsOrWaits(releasing);
      await tx.updateTable("orders").set({ status: "placed" }).where("document_hash", "=", hash).execute();
      return { released: releasing };
    });
    await released;
    expect(await ownerOfDocument(shop.sale.db, hash)).toBe(owner.id);
  });
});
