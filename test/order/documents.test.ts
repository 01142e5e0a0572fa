import { fromChf } from "#core/money/money.ts";
import { INSOLVENT } from "../support/insolvent.ts";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentNumberKey } from "#server/platform/encryption/number-key.ts";
import { claimOldDocuments } from "#server/sale/order/old-rows.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { documentNumber, personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { piecesOf } from "../support/down-payment.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true }), picture()]);
});
afterAll(() => shop.stop());

const REFUSED = { status: 406, body: { body: { error_fields: { idNo: [expect.any(String)] } } } };
const query = (text: string) => shop.database.pool.query(text);
let people = 0;

async function customer(changes: Record<string, unknown>, record: object = { type: "Tariff", tariff: "SMART30" }) {
  const shopper = shop.shopper();
  await shopper.choose(record as { type: "Tariff" });
  const form = { ...personForm(`document${(people += 1)}@example.ch`), ...changes };
  await expectOk("register", shopper.register(form.email));
  await expectOk("validate", shopper.call("validateCustomer", form));
  await expectOk("update", shopper.call("updateCustomer", form));
  await shopper.upload(image);
  return { shopper, form, created: await shopper.createCustomer(form) };
}
const order = (shopper: Shopper) => shopper.call("createOrder", {});

describe("a document", () => {
  test("belongs to the customer who orders with it, not to the first who types it", async () => {
    const idNo = documentNumber();
    const { shopper: typist, form } = await customer({ idNo });
    await expectOk("corrected", typist.createCustomer({ ...form, idNo: documentNumber() }));
    const { shopper: owner, created } = await customer({ idNo });
    expect(created.status).toBe(200);
    await expectOk("order", order(owner));
    expect((await customer({ idNo })).created).toMatchObject(REFUSED);
    expect((await customer({ idNo: idNo.toLowerCase() })).created).toMatchObject(REFUSED);
  });

  test("is also identified by its country and type: the same number elsewhere is another document", async () => {
    const idNo = documentNumber();
    await expectOk("order", order((await customer({ idNo })).shopper));
    const brazilian = { idNo, citizenship: "BR", identifiedBy: "182400013" };
    const { shopper, created } = await customer(brazilian, { type: "Tariff", tariff: "PREPAID0" });
    expect(created.status).toBe(200);
    await expectOk("order", order(shopper));
    expect(
      (await customer({ ...brazilian, citizenship: "AR" }, { type: "Tariff", tariff: "PREPAID0" })).created.status,
    ).toBe(200);
    // A residence permit is Swiss, regardless of the citizenship.
    const permit = { idNo, identifiedBy: "182400008" };
    await expectOk("order", order((await customer({ ...permit, citizenship: "BR" })).shopper));
    expect((await customer({ ...permit, citizenship: "AR" })).created).toMatchObject(REFUSED);
  });

  test("in two simultaneous orders belongs to one; the other shopper sees why, and no piece is lost", async () => {
    const idNo = documentNumber();
    const record = { type: "Tariff", tariff: "SMART60", mobile: "PIZLITE" };
    const [one, other] = [await customer({ idNo }, record), await customer({ idNo }, record)];
    const before = await piecesOf(shop, "PIZLITE");
    const replies = await Promise.all([order(one.shopper), order(other.shopper)]);
    expect(replies.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 406]);
    expect(replies.find(({ status }) => status === 406)).toMatchObject(REFUSED);
    expect(await piecesOf(shop, "PIZLITE")).toBe(before - 1);
  });

  test("can be reused by its customer, and is free once every order with it is cancelled", async () => {
    const idNo = documentNumber();
    const first = await customer({ idNo, ...INSOLVENT });
    const { orderNumber } = await expectOk("order", order(first.shopper));
    expect((await customer({ idNo })).created).toMatchObject(REFUSED);

    const again = shop.shopper();
    await again.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("login", again.logIn(first.form.email, "ein-gutes-Wort-2026"));
    for (const name of ["validateCustomer", "updateCustomer"] as const)
      await expectOk(name, again.call(name, first.form));
    await again.upload(image);
    await expectOk("create", again.createCustomer(first.form));
    const second = await expectOk("order again", order(again));

    const cancel = (number: string) =>
      kasse(["orders", "hold", "cancel", number, "--reason", "a test of documents"], settingsOf(shop));
    expect((await cancel(orderNumber)).code).toBe(0);
    expect((await customer({ idNo })).created).toMatchObject(REFUSED);
    expect((await cancel(second.orderNumber)).code).toBe(0);
    // An order with the document of a person who was refused credit needs a person's decision, which then covers it.
    const { shopper, created } = await customer({ idNo, day: "05", month: "06" });
    expect(created.status).toBe(200);
    expect(await expectOk("order", order(shopper))).toMatchObject({ status: "onHold" });
  });

  test("is free again if the device was sold out at the last moment", async () => {
    const idNo = documentNumber();
    const { shopper } = await customer({ idNo }, { type: "Tariff", tariff: "SMART60", mobile: "PIZLITE" });
    await query("update stock set on_hand = 0 where article = 'PIZLITE'");
    expect((await order(shopper)).body).toMatchObject({ code: "NO_STOCK" });
    expect((await customer({ idNo })).created.status).toBe(200);
    await query("update stock set on_hand = 50 where article = 'PIZLITE'");
  });

  test("of an earlier order is claimed at the next start", async () => {
    const idNo = documentNumber();
    await expectOk("order", order((await customer({ idNo })).shopper));
    await query("delete from document_claims");
    await query("update orders set document_hash = null");
    expect((await customer({ idNo })).created.status).toBe(200);
    const { db, documentNumberKey: key, seals } = shop.kasse.services;
    await claimOldDocuments(db, key, seals);
    await claimOldDocuments(db, key, seals);
    expect((await customer({ idNo })).created).toMatchObject(REFUSED);
  });
});

test("registering again with a corrected e-mail in the same checkout works", async () => {
  const { shopper, form } = await customer({});
  const corrected = `corrected${(people += 1)}@example.ch`;
  await expectOk("register", shopper.register(corrected));
  const again = { ...form, email: corrected };
  for (const name of ["validateCustomer", "updateCustomer"] as const) await expectOk(name, shopper.call(name, again));
  await shopper.upload(image);
  await expectOk("create", shopper.createCustomer(again));
  await expectOk("order", order(shopper));
  expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ email: corrected });
});

test("the key of document numbers is created once, and a damaged one is rejected", async () => {
  const { dataDir } = shop.kasse.services.config;
  const key = await documentNumberKey(null, dataDir);
  expect(key).toEqual(shop.kasse.services.documentNumberKey);
  const own = randomBytes(32);
  expect(await documentNumberKey(own, dataDir)).toBe(own);
  const { writeFile } = await import("node:fs/promises");
  await writeFile(`${dataDir}/keys/document-numbers`, "short");
  await expect(documentNumberKey(null, dataDir)).rejects.toThrow("damaged");
});

describe("the delivery of bills", () => {
  test.each([
    ["post", { typeOfBill: "email", postBill: 1 }, 390],
    ["email", { typeOfBill: "post", postBill: 0 }, 0],
  ])("is stored once, as priced: %s", async (delivery, { typeOfBill, postBill }, fee) => {
    const { shopper } = await customer({ typeOfBill }, { type: "Tariff", tariff: "SMART30", postBill });
    const { orderNumber } = await expectOk("order", order(shopper));
    const page = await expectOk("order page", shopper.call("order"));
    expect(page.next?.firstBill?.by).toBe(delivery);
    expect(fromChf(page.billing) - 2490).toBe(fee);
    const event = await eventually("the event", async () =>
      (await shop.orders()).find(({ event }) => event.productOrder.id === orderNumber),
    );
    expect(event.event.productOrder).toMatchObject({ billingAccount: { billDelivery: delivery } });
  });
});

test("mails are in the language of the page where the shopper ordered or paid", async () => {
  const { shopper, form } = await customer({});
  shopper.locale = "it";
  const { orderNumber } = await expectOk("order", order(shopper));
  await eventually("the mail", async () =>
    (await shop.messages(form.email)).find(({ subject }) => subject === `Il suo ordine ${orderNumber} presso Alpenfon`),
  );
  const prepaid = await customer({}, { type: "Tariff", tariff: "PREPAID20" });
  prepaid.shopper.locale = "fr";
  const { redirectUrl } = (await expectOk("payment", prepaid.shopper.call("prepareTransaction"))) as {
    redirectUrl: string;
  };
  await prepaid.shopper.pressAtProvider(redirectUrl, "pay-and-close");
  await eventually("the mail", async () =>
    (await shop.messages(prepaid.form.email)).find(({ subject }) => subject.startsWith("Votre commande")),
  );
});

test("an unknown checkout id is 404 on every call, even where none is needed", async () => {
  const stranger = shop.shopper();
  for (const id of ["B".repeat(32), "nonsense"]) {
    stranger.checkoutId = id;
    for (const reply of [
      await stranger.call("catalogue"),
      await stranger.call("bundles", undefined, { tariff: "SMART60", family: "1" }),
      await stranger.call("addressSearch", { term: "Bahnhof" }),
      await stranger.call("passwordLogin", { username: "mia.keller@example.ch", password: "kasse-demo-2026" }),
      await stranger.call("checkout", { type: "Tariff", tariff: "SMART30" }),
    ])
      expect(reply).toMatchObject({ status: 404, body: { message: expect.any(String) } });
  }
  stranger.checkoutId = null;
  expect((await stranger.call("catalogue")).status).toBe(200);
});
