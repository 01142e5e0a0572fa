import { INSOLVENT } from "../support/insolvent.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { personForm, picture } from "../support/people.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true }), picture()]);
});
afterAll(() => shop.stop());

describe("a postpaid sale over HTTP", () => {
  test("a new shopper buys SMART 60 with a device, and the operator has the order once", async () => {
    const shopper = shop.shopper();
    shopper.locale = "en";
    const quote = await shopper.choose({
      type: "Tariff",
      tariff: "SMART60",
      mobile: "SAENTISX",
      binding: "182400001",
      bundles: ["EU10"],
      limit: 100,
      insurance: 1,
    });
    expect(quote).toMatchObject({ billing: 78.3, oneTime: 2, total: 0, limit: 100, postpaid: true, action: true });
    expect(await expectOk("prepare 1", shopper.prepare("1"))).toEqual({
      onStock: 12,
      postpaid: true,
      tv: false,
      stb: 4.9,
      stb2: 4.9,
    });
    expect(await expectOk("prepare 3", shopper.prepare("3", "2"))).toEqual({});
    expect((await shopper.prepare("4")).body).toEqual({ page: "3" });

    await shopper.becomeCustomer("nora@example.ch", image, { simType: "1" });
    expect(shopper.token).toMatch(/^[\w-]{43}$/);
    const order = await expectOk("order", shopper.call("createOrder", { billPayed: false }));
    expect(order).toEqual({ orderNumber: expect.stringMatching(/^K\d+$/), status: "placed", billPayed: false });
    expect(await expectOk("the same order again", shopper.call("createOrder", { billPayed: false }))).toEqual(order);

    expect(await expectOk("prepare 7", shopper.prepare("7"))).toEqual({ solvent: true });
    expect((await shopper.prepare("4")).body).toEqual({ page: "7" });
    expect(await expectOk("order page", shopper.call("order"))).toMatchObject({
      orderNumber: order.orderNumber,
      billing: 78.3,
      simType: "esim",
      email: "nora@example.ch",
    });

    const event = await eventually("the hand-over", async () =>
      (await shop.orders()).find(
        (each) => each.eventType === "ProductOrderCreateEvent" && each.event.productOrder.id === order.orderNumber,
      ),
    );
    expect(event.event.productOrder.productOrderItem.map((item) => item.productOffering.id)).toEqual([
      "SMART60",
      "SAENTISX",
      "insurance",
      "EU10",
    ]);
    const [mail, ...more] = await eventually("the mail", async () => {
      const mails = await shop.messages("nora@example.ch");
      return mails.length > 0 && mails;
    });
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ channel: "mail", subject: `Your Alpenfon order ${order.orderNumber}` });
    expect(mail?.text).toContain("Monthly: CHF\u00a078.30");
  });

  test("the last device is gone after the order", async () => {
    const available = async () =>
      (await shop.shopper().call("product", undefined, { kind: "device", code: "SAENTISX" })).body;
    expect(await available()).toMatchObject({ onStock: true });
    const { rows } = await shop.database.pool.query<{ on_hand: number }>(
      "select on_hand from stock where article = 'SAENTISX'",
    );
    expect(rows[0]?.on_hand).toBe(11);
  });

  test("an existing customer logs in, and the data on record cannot be changed by the form", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("login", shopper.logIn("mia.keller@example.ch"));
    const { user } = (await expectOk("prepare 4", shopper.prepare("4"))) as { user: Record<string, string> };
    expect(user).toMatchObject({
      first_name: "Mia",
      address: "Bahnhofstrasse",
      address_id: "100900001",
      token: shopper.token,
    });
    const form = { ...personForm("mia.keller@example.ch"), first_name: "Eve", city: "Genève" };
    await expectOk("validate", shopper.call("validateCustomer", form));
    await expectOk("update", shopper.call("updateCustomer", form));
    await expectOk("upload", shopper.upload(image));
    await expectOk("create", shopper.createCustomer(form));
    expect(await expectOk("prepare 4", shopper.prepare("4"))).toMatchObject({
      user: { first_name: "Mia", city: "Zürich" },
    });
    await expectOk("order", shopper.call("createOrder", {}));
    const { rows } = await shop.database.pool.query<{ customer: { first_name: string } }>(
      "select customer from orders where account_id = (select id from accounts where email = 'mia.keller@example.ch')",
    );
    expect(rows[0]?.customer.first_name).toBe("Mia");
  });

  test("a login by text message", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART100" });
    const sent = await expectOk("send-sms", shopper.call("sendSms", { phone: "+41 78 400 00 04" }));
    const { userId, phoneNumber } = sent.body.user;
    expect(phoneNumber).toBe("41784000004");
    const text = (await shop.messages("41784000004"))[0]?.text ?? "";
    const code = /\b\d{6}\b/.exec(text)?.[0] ?? "";
    expect(text).toContain(`#${code}`);
    const wrong = await shopper.call("smsLogin", { id: userId, code: code === "000000" ? "000001" : "000000" });
    expect(wrong).toMatchObject({ status: 401, body: { code: "SMS_LOGIN_USER_FAILED_INVALID_CODE" } });
    const { body } = await expectOk("sms-login", shopper.call("smsLogin", { id: userId, code }));
    shopper.token = body.token;
    expect(await expectOk("prepare 4", shopper.prepare("4"))).toMatchObject({
      user: { first_name: "Lea" },
      solvent: true,
    });
    expect((await shopper.call("smsLogin", { id: userId, code })).status).toBe(401);
  });

  test("steps cannot be skipped by calling the API", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    const form = personForm("skip@example.ch");
    expect((await shopper.call("validateCustomer", form)).body).toEqual({ page: "3" });
    await expectOk("register", shopper.register("skip@example.ch"));
    expect((await shopper.call("createOrder", { billPayed: true })).body).toEqual({ page: "4" });
    expect((await shopper.call("createCustomer", form)).body).toEqual({ page: "4" });
    expect((await shopper.upload(image)).body).toEqual({ page: "4" });
    expect((await shopper.prepare("7")).body).toEqual({ page: "4" });
    await expectOk("validate", shopper.call("validateCustomer", form));
    expect((await shopper.call("createOrder", {})).body).toEqual({ page: "4a" });
    await expectOk("update", shopper.call("updateCustomer", form));
    expect((await shopper.createCustomer(form)).body).toEqual({
      errors: { document: [expect.stringContaining("Ausweis")] },
    });
    expect((await shopper.call("createOrder", {})).body).toEqual({ page: "5" });
  });

  test("a business customer goes straight to step 5 and pays nothing", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
    await expectOk("login", shopper.logIn("bruno.frei@example.ch"));
    expect(await expectOk("me", shopper.call("me", { token: shopper.token }))).toMatchObject({
      user: { body: { user: { contracts: [{ contractType: "Business" }] } } },
    });
    expect((await shopper.prepare("4")).body).toEqual({ page: "5" });
    expect(await expectOk("prepare 5", shopper.prepare("5"))).toMatchObject({
      business: true,
      user: { last_name: "Frei" },
    });
    await expectOk("upload", shopper.upload(image));
    const { citizenship, issuer, idNo, issueDate, validUntil, identifiedBy, terms } = personForm("");
    await expectOk(
      "create",
      shopper.createCustomer({ citizenship, issuer, idNo, issueDate, validUntil, identifiedBy, terms }),
    );
    expect(await expectOk("order", shopper.call("createOrder", { billPayed: true }))).toMatchObject({
      status: "placed",
      billPayed: false,
    });
    const mail = await eventually("the mail", async () => (await shop.messages("bruno.frei@example.ch"))[0]);
    expect(mail.text).toContain("Auf Rechnung: CHF\u00a020.–");
    expect(mail.text).not.toContain("Bezahlt");
    expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ settlement: "onBill" });
  });

  test("a new customer who is not solvent gets an order on hold that is never handed over", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await shopper.becomeCustomer("insolvent@example.ch", image, INSOLVENT);
    const order = await expectOk("order", shopper.call("createOrder", {}));
    expect(order).toMatchObject({ status: "onHold" });
    expect(await expectOk("prepare 7", shopper.prepare("7"))).toEqual({ solvent: false });
    const mails = await eventually("the mail", async () => {
      const list = await shop.messages("insolvent@example.ch");
      return list.length > 0 && list;
    });
    expect(mails[0]?.subject).toContain("wird geprüft");
    const { rows } = await shop.database.pool.query(
      "select 1 from handovers h join orders o on o.id = h.order_id where o.number = $1",
      [order.orderNumber],
    );
    expect(rows).toEqual([]);
  });

  test("an existing customer who is not solvent is told so in step 4, and can continue to a review by a person", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("login", shopper.logIn("ivan.petrovic@example.ch"));
    expect(await expectOk("prepare 4", shopper.prepare("4"))).toMatchObject({ solvent: false });
    await expectOk("validate", shopper.call("validateCustomer", personForm("ivan.petrovic@example.ch")));
    expect((await shopper.prepare("4a")).status).toBe(200);
  });
});
