import { INSOLVENT } from "../support/insolvent.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { workingDaysAfter } from "#core/time/working-days.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true, env: { REVIEW_DAYS: "4" } }), picture()]);
});
afterAll(() => shop.stop());

type Offer = {
  kind: string;
  record: Record<string, unknown>;
  name: string;
  total: number;
  billing: number;
  transfer: boolean;
};
type Refusal = { check: string; alternatives: Offer[]; decidedBy: string };

let people = 0;
/** Returns a new customer who is not solvent, after step 5. */
async function refused(record: object = { type: "Device", tariff: "SMART60", mobile: "AARE5" }, changes: object = {}) {
  const shopper = shop.shopper();
  const email = `refused${(people += 1)}@example.ch`;
  await shopper.choose(record as never);
  await expectOk("register", shopper.register(email));
  const form = {
    ...personForm(email),
    ...INSOLVENT,
    first_name: `Nora ${"abcdefghijklmnop"[people] ?? "z"}`,
    ...changes,
  };
  await expectOk("validate", shopper.call("validateCustomer", form as never));
  await expectOk("update", shopper.call("updateCustomer", form as never));
  await expectOk("upload", shopper.upload(image));
  const created = (await expectOk("create", shopper.createCustomer(form))) as { refusal?: Refusal };
  return { shopper, form, email, created, refusal: created.refusal as Refusal };
}
const offerOf = ({ alternatives }: Refusal, kind: string) => {
  const offer = alternatives.find((each) => each.kind === kind);
  if (!offer) throw new Error(`There is no ${kind}`);
  return offer;
};
/** Takes an alternative with one press. Returns the new customer and refusal. */
async function take(shopper: Shopper, form: object, { record }: Offer, changes: object = {}) {
  const changed = await expectOk("checkout", shopper.call("checkout", { ...record, id: shopper.checkoutId } as never));
  const created = (await expectOk("create", shopper.createCustomer({ ...form, ...changes }))) as { refusal?: Refusal };
  return { changed: changed as unknown as { total: number; billing: number }, created };
}
/** Returns the items paid now in the order's event: name, CHF, and the VAT in percent. */
async function paidNowOf(number: string) {
  type Item = {
    itemPrice?: {
      name: string;
      description?: string;
      price: { taxRate: number; taxIncludedAmount: { value: number } };
    }[];
  };
  const handed = await eventually("the event", async () => {
    const found = (await shop.orders()).find(({ event }) => event.productOrder.id === number);
    return found ?? false;
  });
  const items = (handed.event.productOrder as unknown as { productOrderItem: Item[] }).productOrderItem;
  return items
    .flatMap(({ itemPrice = [] }) => itemPrice)
    .filter(({ name }) => name === "paidNow")
    .map(({ description, price }) => [description, price.taxIncludedAmount.value, price.taxRate]);
}
const mailsTo = async (email: string) =>
  (await (
    await fetch(`${shop.url}/sandbox/messages?to=${email}`, { headers: { accept: "application/json" } })
  ).json()) as {
    subject: string;
    text: string;
  }[];
const inFourDays = () => formatDay(workingDaysAfter(dayInZurich(new Date()), 4));

test("helpers see that credit was refused, by which check, and again under other details", async () => {
  const { shopper, form, email } = await refused();
  const other = (await expectOk("create", shopper.createCustomer({ ...form, last_name: "Solvent" }))) as {
    refusal?: Refusal;
  };
  expect(other.refusal?.check).toBe("changed");
  await eventually("the history", async () => {
    const { out } = await kasse(["checkout", "show", email], settingsOf(shop));
    return ["creditAgency", "changed"].every((check) =>
      out.includes(`refused, creditRefused: Paying by bill was refused (${check})`),
    );
  });
});

describe("a customer refused by the automatic check", () => {
  test("learns by which check, the available alternatives with prices, and the deadline of a decision by a person", async () => {
    const { refusal } = await refused();
    expect(refusal).toMatchObject({ check: "creditAgency", decidedBy: inFourDays() });
    expect(refusal.alternatives.map(({ kind, transfer }) => [kind, transfer])).toEqual([
      ["prepaid", false],
      ["simOnly", true],
      ["deviceInFull", true],
      ["deposit", true],
    ]);
    for (const { record, total, billing } of refusal.alternatives) {
      const other = shop.shopper();
      expect((await other.call("checkout", record as never)).body).toMatchObject({ total, billing });
    }
  });

  test("with credit sees no refusal, nor does one who buys prepaid", async () => {
    const { created } = await refused(undefined, { last_name: "Beispiel", day: "14", month: "3", year: "1991" });
    expect(created.refusal).toBeUndefined();
    const { created: prepaid } = await refused({ type: "Tariff", tariff: "PREPAID20" });
    expect(prepaid.refusal).toBeUndefined();
  });

  test("gets the same answer again", async () => {
    const { shopper, form, refusal } = await refused();
    const again = (await expectOk("create", shopper.createCustomer(form))) as { refusal?: Refusal };
    expect(again.refusal).toEqual(refusal);
  });

  test.each(["prepaid", "simOnly"])("orders %s instead with one change, and keeps the typed data", async (kind) => {
    const { shopper, form, refusal } = await refused();
    const { created } = await take(shopper, form, offerOf(refusal, kind));
    expect(created.refusal).toBeUndefined();
    const { user, documentKept } = (await shopper.prepare("5")).body as { user: object; documentKept: boolean };
    expect(user).toMatchObject({ first_name: form.first_name, ...INSOLVENT });
    expect(documentKept).toBe(true);
    const due = offerOf(refusal, kind).total > 0;
    const begun = await shopper.call("prepareTransaction", {});
    expect(Object.keys(begun.body)).toEqual([due ? "redirectUrl" : "amount"]);
  });

  test.each(["deviceInFull", "deposit"])("pays %s now, and then the order is placed", async (kind) => {
    const { shopper, form, refusal } = await refused();
    const offer = offerOf(refusal, kind);
    const { changed, created } = await take(shopper, form, offer);
    expect([created.refusal, changed.total]).toEqual([undefined, offer.total]);
    const begun = (await expectOk("begin", shopper.call("prepareTransaction", {}))) as { redirectUrl: string };
    await shopper.pressAtProvider(begun.redirectUrl, "pay");
    await shopper.transactionStatus(begun.redirectUrl.split("/").at(-1) ?? "");
    const { body } = await shopper.call("order");
    expect(body).toMatchObject({ status: "placed", billPayed: true, decidedBy: null });
    const notes = JSON.stringify(body.agreement);
    expect(notes).toContain(kind === "deposit" ? "Sie erhalten sie zurück" : "keine Raten");
    expect(notes).not.toContain(kind === "deposit" ? "keine Raten" : "Anzahlung");
    expect(notes).not.toContain("Versicherung");
    expect(notes.includes("Die Kaution enthält keine MWST.")).toBe(kind === "deposit");
    const paid = await paidNowOf(String(body.orderNumber));
    expect(paid).toEqual(kind === "deposit" ? [["deposit", 200, 0]] : [["full price", offer.total, 8.1]]);
  });

  test("cannot transfer a number to prepaid, and is told so before", async () => {
    const transfer = { mnp: true, mnpMsisdn: "41791234567", mnpSubscriptionType: "Postpaid" };
    const { shopper, form, refusal } = await refused({ type: "Tariff", tariff: "SMART30" }, transfer);
    expect(offerOf(refusal, "prepaid").transfer).toBe(false);
    const { record } = offerOf(refusal, "prepaid");
    await expectOk("checkout", shopper.call("checkout", { ...record, id: shopper.checkoutId } as never));
    expect((await shopper.createCustomer(form)).body).toEqual({ page: "4" });
    // The page does this with the same press: the transfer is dropped, everything else stays.
    const without = { ...form, mnp: false };
    await expectOk("validate", shopper.call("validateCustomer", without as never));
    const created = (await expectOk("create", shopper.createCustomer(without))) as { refusal?: Refusal };
    expect(created.refusal).toBeUndefined();
  });

  test("is checked once, whichever alternative is tried", async () => {
    const { shopper, form, refusal } = await refused();
    for (const kind of ["simOnly", "deposit", "deviceInFull"]) await take(shopper, form, offerOf(refusal, kind));
    const back = await take(shopper, form, {
      ...offerOf(refusal, "deposit"),
      record: { type: "Device", tariff: "SMART60", mobile: "AARE5" },
    });
    expect(back.created.refusal).toMatchObject({ check: "creditAgency" });
  });
});

describe("a verdict applies to one contract", () => {
  test("a sale without credit does not open one with credit: the customer has to be created again for it", async () => {
    const { shopper, form, refusal } = await refused({ type: "Tariff", tariff: "SMART30" });
    await take(shopper, form, offerOf(refusal, "simOnly"));
    await expectOk(
      "checkout",
      shopper.call("checkout", { type: "Tariff", tariff: "SMART30", id: shopper.checkoutId } as never),
    );
    expect(await shopper.call("createOrder", {})).toMatchObject({ status: 409, body: { page: "5" } });
    const again = (await expectOk("create", shopper.createCustomer(form))) as { refusal?: Refusal };
    expect(again.refusal).toMatchObject({ check: "creditAgency" });
  });

  test("and a refusal does not apply to a sale without credit", async () => {
    const { shopper, refusal } = await refused({ type: "Tariff", tariff: "SMART30" });
    const { record } = offerOf(refusal, "simOnly");
    await expectOk("checkout", shopper.call("checkout", { ...record, id: shopper.checkoutId } as never));
    expect(await shopper.call("createOrder", {})).toMatchObject({ status: 409, body: { page: "5" } });
  });
});

describe("an order that is placed anyway", () => {
  test("is a case with a deadline, for the customer, in the mail, and for the person who decides", async () => {
    const { shopper, email } = await refused({ type: "Tariff", tariff: "SMART30" });
    expect((await shopper.prepare("5")).body).toMatchObject({ refusal: { check: "creditAgency" } });
    const { orderNumber } = await expectOk("order", shopper.call("createOrder", {}));
    expect((await shopper.call("order")).body).toMatchObject({ status: "onHold", decidedBy: inFourDays() });
    const [mail] = await eventually("the mail", async () => {
      const found = (await mailsTo(email)).filter(({ subject }) => subject.includes(orderNumber));
      return found.length > 0 && found;
    });
    expect(mail?.text).toMatch(/Spätestens am \p{L}+, \d+\.\s\p{L}+ entscheidet jemand/u);
    const list = async () => (await kasse(["orders", "hold", "list"], { ...settingsOf(shop), REVIEW_DAYS: "4" })).out;
    expect(await list()).toMatch(new RegExp(`${orderNumber} .* ${inFourDays()}(?! late)`));
    await shop.database.pool.query("update orders set created_at = now() - interval '20 days' where number = $1", [
      orderNumber,
    ]);
    expect(await list()).toMatch(new RegExp(`${orderNumber} .* \\d{4}-\\d\\d-\\d\\d late`));
  });
});

describe("an existing customer refused by the records", () => {
  test("sees the reason and the alternatives in step 4, and continues with one", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    expect((await shopper.logIn("ivan.petrovic@example.ch")).status).toBe(200);
    const { body } = await shopper.prepare("4");
    expect(body).toMatchObject({ solvent: false, refusal: { check: "ownRecords" } });
    await eventually("the history", async () =>
      /^.*3 personal details opened +refused, creditRefused: .*\(ownRecords\)$/m.test(
        (await kasse(["checkout", "show", "ivan.petrovic@example.ch"], settingsOf(shop))).out,
      ),
    );
    const { refusal } = body as { refusal: Refusal };
    for (const kind of ["simOnly", "deposit", "prepaid"]) {
      await expectOk(
        "checkout",
        shopper.call("checkout", { ...offerOf(refusal, kind).record, id: shopper.checkoutId } as never),
      );
      const next = (await shopper.prepare("4")).body;
      expect([next["solvent"], next["refusal"]]).toEqual([true, undefined]);
    }
  });

  test("can continue, and the order is held for a person's decision: nothing is paid", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Device", tariff: "SMART60", mobile: "AARE5" } as never);
    await shopper.logIn("ivan.petrovic@example.ch");
    const { user } = (await shopper.prepare("4")).body as { user: Record<string, string> };
    const form = { ...personForm(user["email"] ?? ""), ...user };
    await expectOk("validate", shopper.call("validateCustomer", form as never));
    await expectOk("update", shopper.call("updateCustomer", form as never));
    await expectOk("upload", shopper.upload(image));
    const lastStep = (await shopper.prepare("5")).body;
    const created = (await expectOk("create", shopper.createCustomer(form))) as { refusal?: Refusal };
    expect(lastStep["refusal"]).toEqual(created.refusal);
    expect(created.refusal).toMatchObject({ check: "ownRecords", decidedBy: inFourDays() });
    expect((await shopper.call("prepareTransaction", {})).body).toEqual({ amount: 0 });
    expect(await expectOk("order", shopper.call("createOrder", {}))).toMatchObject({ status: "onHold" });
  });
});

describe("a refusal that also applies to other details of the person", () => {
  const REASON = ["--reason", "a test of refusals"];
  /** Returns the check that another person of this birthday and home gets, in another account. */
  const checkOfAnother = async (born: object) =>
    (await refused(undefined, { last_name: "Andere", ...born })).created.refusal?.check;

  test("is forgotten once a person has released the order", async () => {
    const born = { day: "7", month: "8", year: "1977" };
    const { shopper } = await refused(undefined, born);
    const { orderNumber } = await expectOk("order", shopper.call("createOrder", {}));
    expect(await checkOfAnother(born)).toBe("changed");
    expect((await kasse(["orders", "hold", "release", orderNumber, ...REASON], settingsOf(shop))).code).toBe(0);
    expect(await checkOfAnother(born)).toBeUndefined();
  });

  test("is forgotten when the customer is erased", async () => {
    const born = { day: "9", month: "10", year: "1979" };
    const { email } = await refused(undefined, born);
    expect((await kasse(["person", "erase", email, ...REASON, "--yes"], settingsOf(shop))).code).toBe(0);
    expect(await checkOfAnother(born)).toBeUndefined();
  });
});
