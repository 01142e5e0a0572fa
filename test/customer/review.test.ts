import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BodyOf } from "#contract/shop/calls.ts";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop(), picture()]);
});
afterAll(() => shop.stop());
// Each test transfers the same number.
beforeEach(() => shop.database.pool.query("delete from number_transfers"));

async function reviewFor(shopper: Shopper) {
  const prepared = await expectOk("prepare 5", shopper.prepare("5"));
  return (prepared as PrepareAnswers["5"]).review;
}

const TRANSFER = { mnp: 1, mnpMsisdn: "079 555 01 43", mnpSubscriptionType: "Prepaid", puk: "12345678" };
const SALES: Readonly<Record<string, [BodyOf<"checkout">, Record<string, unknown>]>> = {
  "a device with a transfer and bills by post": [
    { type: "Tariff", tariff: "SMART60", mobile: "AARE5", binding: "182400001", limit: 100, postBill: 1 },
    TRANSFER,
  ],
  "an eSIM with a new number": [{ type: "Tariff", tariff: "SMART30" }, { simType: "1" }],
  "prepaid, free": [{ type: "Tariff", tariff: "PREPAID0" }, {}],
  "TV by the month": [{ type: "Tv Device", tv_tariff: "TVM", tv_duration: 24, tv_device: ["STB1"] }, {}],
};

describe("the order is bound to the content of step 5", () => {
  test.each(Object.entries(SALES))("%s", async (name, [record, person]) => {
    const shopper = shop.shopper();
    await shopper.choose(record);
    await shopper.becomeCustomer(`review-${name.replaceAll(/\W/g, "")}@example.ch`, image, person);
    const review = await reviewFor(shopper);
    await expectOk("order", shopper.call("createOrder", { billPayed: false }));
    const order = await expectOk("show", shopper.call("order"));
    expect(review.next).toEqual(order.next);
    // The notice period is part of the tariff, and is listed below the lines once agreed.
    const notice = order.agreement.terms.filter((term) => term.startsWith("Kündigung"));
    expect(notice).toHaveLength(name === "prepaid, free" ? 0 : 1);
    const agreed = order.agreement.lines.map((line, index) => ({
      name: line.name,
      notes: index === 0 ? [...line.notes, ...notice] : line.notes,
    }));
    expect(review.lines.map((line) => ({ name: line.name, notes: line.notes }))).toEqual(agreed);
  });

  test("the transferred number is shown only with the customer's login", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    const form = { ...personForm("review-number@example.ch"), ...TRANSFER } as BodyOf<"validateCustomer">;
    await expectOk("register", shopper.register("review-number@example.ch"));
    await expectOk("validate", shopper.call("validateCustomer", form));
    await expectOk("update", shopper.call("updateCustomer", form));
    const number = async () => (await reviewFor(shopper)).next.number;
    expect(await number()).toMatchObject({ kind: "transfer", msisdn: null, confirmBySms: true });
    await expectOk("upload", shopper.upload(image));
    await expectOk("create", shopper.createCustomer(form));
    expect(await number()).toMatchObject({ msisdn: "41795550143" });
  });
});

test("a device without eSIM support, chosen after the eSIM: the shopper is sent back to choose the SIM", async () => {
  const shopper = shop.shopper();
  const email = "review-esim@example.ch";
  const form = { ...personForm(email), simType: "1" } as BodyOf<"validateCustomer">;
  await shopper.choose({ type: "Tariff", tariff: "SMART30", mobile: "AARE5" });
  await expectOk("register", shopper.register(email));
  await expectOk("validate", shopper.call("validateCustomer", form));
  await expectOk("update", shopper.call("updateCustomer", form));
  await shopper.choose({ type: "Tariff", tariff: "SMART30", mobile: "PIZLITE" });
  expect((await shopper.prepare("5")).body).toEqual({ page: "4" });
  expect((await shopper.createCustomer(form)).body).toEqual({ page: "4" });
  expect((await shopper.call("validateCustomer", form)).body).toMatchObject({
    errors: { simType: [expect.any(String)] },
  });
  const card = { ...form, simType: "0" } as const;
  await expectOk("validate", shopper.call("validateCustomer", card));
  await expectOk("prepare", shopper.prepare("5"));
});

describe("an order is bound to the review", () => {
  const atReview = async (email: string) => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    const form = { ...personForm(email), simType: "1" } as BodyOf<"createCustomer">;
    await expectOk("register", shopper.register(email));
    await expectOk("validate", shopper.call("validateCustomer", form));
    await expectOk("update", shopper.call("updateCustomer", form));
    await expectOk("upload", shopper.upload(image));
    return { shopper, form, review: (await reviewFor(shopper)).version };
  };
  const changed = { status: 409, body: { code: "REVIEW_CHANGED", message: expect.any(String) } };

  test.each([
    ["the SIM", { simType: "0" }],
    ["the number", TRANSFER],
    ["the name", { first_name: "Unsaved" }],
    ["the address", { number: "99" }],
  ])("a different %s in the form, typed but not saved, is rejected", async (_what, typed) => {
    const { shopper, form, review } = await atReview(`reviewed-${Object.keys(typed)[0]?.toLowerCase()}@example.ch`);
    expect(await shopper.createCustomer({ ...form, ...typed, review } as typeof form)).toMatchObject(changed);
    await expectOk("as reviewed", shopper.createCustomer({ ...form, review }));
    await expectOk("order", shopper.call("createOrder", { review }));
  });

  test("a different record, from another window, is rejected even at the same price", async () => {
    const { shopper, form, review } = await atReview("reviewed-limit@example.ch");
    await shopper.choose({ type: "Tariff", tariff: "SMART30", limit: 100 });
    expect(await shopper.createCustomer({ ...form, review })).toMatchObject(changed);
    const again = (await reviewFor(shopper)).version;
    await expectOk("reviewed again", shopper.createCustomer({ ...form, review: again }));
    expect(await shopper.call("createOrder", { review })).toMatchObject(changed);
    await expectOk("order", shopper.call("createOrder", { review: again }));
  });

  test("the bill's delivery, chosen beside the review, does not change the review", async () => {
    const { shopper, review } = await atReview("reviewed-bill@example.ch");
    await shopper.choose({ type: "Tariff", tariff: "SMART30", postBill: 1 });
    expect((await reviewFor(shopper)).version).toBe(review);
  });
});

test("only a logged-in customer sees the transfer again on another device", async () => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer("review-transfer@example.ch", image, TRANSFER);
  const chosen = { mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Prepaid" };
  const owner = await expectOk("prepare 4", shopper.prepare("4"));
  expect((owner as PrepareAnswers["4"]).user).toMatchObject(chosen);
  shopper.token = null;
  expect(JSON.stringify((await shopper.prepare("4")).body)).not.toContain("41795550143");
});
