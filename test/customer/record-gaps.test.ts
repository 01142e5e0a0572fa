import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startShopWithOperator, type Person } from "../support/operator.ts";
import { personForm, picture } from "../support/people.ts";
import { eventually } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

let started: Awaited<ReturnType<typeof startShopWithOperator>>;
beforeAll(async () => {
  started = await startShopWithOperator();
});
afterAll(() => started.stop());

const ADDRESS = { address: "Seestrasse", number: "4", postal_code: "8002", city: "Zürich", address_id: "77" };
let number = 0;
/** Logs in a customer of the base with such a record, in a checkout. */
async function loggedIn(change: Partial<Person>): Promise<{ shopper: Shopper; form: ReturnType<typeof personForm> }> {
  number += 1;
  const username = `gaps${number}@example.ch`;
  const phone = `4179${String(2_000_000 + number)}`;
  const person = { userId: `G${number}`, username, phone, password: "at the base", solvent: true, ...change };
  started.operator.people.push(person);
  const shopper = started.shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await expectOk("login", shopper.logIn(username, person.password));
  // A form with other values, which a shopper can send.
  return { shopper, form: { ...personForm(username), first_name: "Eva", last_name: "Fremd", address: "Anderswo" } };
}

type Prepared = { user: Record<string, unknown> & { locked: string[] } };
const prepared = async (shopper: Shopper, step: string) =>
  ((await expectOk(`prepare ${step}`, shopper.prepare(step))) as Prepared).user;
const ALL = "email salutation first_name last_name day month year address number city postal_code".split(" ");

describe("a gap or an unreadable value on record", () => {
  test.each([
    [{ person: { day: "", month: "", year: "" } }, ["day", "month", "year"], { day: "14", month: "03", year: "1991" }],
    [{ person: { salutation: "Herr" } }, ["salutation"], { salutation: "Mr" }],
    [{ address: { ...ADDRESS, address: "" } }, ["address"], { address: "Bergstrasse" }],
  ])("%j leaves exactly %j open, and the text typed there is ordered", async (gap, open, typed) => {
    const { shopper, form } = await loggedIn({ address: ADDRESS, ...gap });
    const before = await prepared(shopper, "4");
    expect([...before.locked].sort()).toEqual(ALL.filter((field) => !open.includes(field)).sort());
    await expectOk("validate", shopper.call("validateCustomer", { ...form, ...typed }));
    await expectOk("update", shopper.call("updateCustomer", { ...form, ...typed }));
    // Once filled in, the field can still be corrected by the shopper.
    const after = await prepared(shopper, "5");
    expect(after.locked).toEqual(before.locked);
    expect(after).toMatchObject({ first_name: "Nora", last_name: "Beispiel", number: "4", city: "Zürich", ...typed });
    await expectOk("upload", shopper.upload(await picture()));
    await expectOk("create", shopper.createCustomer({ ...form, ...typed }));
    expect((await expectOk("order", shopper.call("createOrder", { billPayed: false }))).status).toBe("placed");
  });

  test("left empty, only the open field is rejected", async () => {
    const { shopper, form } = await loggedIn({ address: ADDRESS, person: { salutation: "Herr" } });
    const { status, body } = await shopper.call("validateCustomer", { ...form, salutation: "" });
    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([422, ["salutation"]]);
  });
});

describe("a business customer", () => {
  test.each([
    ["without an address", { address: null }],
    ["without a street", { address: { ...ADDRESS, address: "" } }],
    ["without a last name", { address: ADDRESS, person: { last_name: "" } }],
  ])("%s on record is reported at step 5, and no order is placed, whatever is sent", async (_, gap) => {
    const { shopper, form } = await loggedIn({ contractType: "Business", ...gap });
    expect(await expectOk("prepare 5", shopper.prepare("5"))).toMatchObject({ business: true, recordComplete: false });
    await expectOk("upload", shopper.upload(await picture()));
    const refused = await shopper.createCustomer(form);
    expect(refused).toMatchObject({
      status: 406,
      body: { body: { error_fields: { address: [expect.stringContaining("Kundendienst")] } } },
    });
    expect((await shopper.call("createOrder", { billPayed: false })).status).toBe(409);
  });

  test("with a name and an address orders with them, not with the values sent", async () => {
    const { shopper, form } = await loggedIn({
      contractType: "Business",
      address: ADDRESS,
      person: { salutation: "", day: "", month: "", year: "" },
    });
    expect(await expectOk("prepare 5", shopper.prepare("5"))).toMatchObject({ recordComplete: true });
    await expectOk("upload", shopper.upload(await picture()));
    await expectOk("create", shopper.createCustomer({ ...form, address: "Anderswo" }));
    const { orderNumber } = await expectOk("order", shopper.call("createOrder", { billPayed: false }));
    const order = await eventually("the hand-over", async () =>
      (await started.shop.orders()).find((each) => each.event.productOrder.id === orderNumber),
    );
    const event = JSON.stringify(order);
    expect(event).toContain("Seestrasse");
    expect(event).not.toContain("Anderswo");
  });
});
