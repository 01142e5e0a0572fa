import { afterAll, beforeAll, expect, test } from "vitest";
import { startShopWithOperator, type Person } from "../support/operator.ts";
import { picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, type Shop } from "../support/shop.ts";

let started: Awaited<ReturnType<typeof startShopWithOperator>>;
let shop: Shop;
let operator: typeof started.operator;
beforeAll(async () => {
  started = await startShopWithOperator();
  ({ shop, operator } = started);
});
afterAll(() => started.stop());

/** The password of everyone who registers in these tests. */
const OWN_PASSWORD = "ein-gutes-Wort-2026";
let number = 0;
/** Returns a person who is, or becomes, a customer of the base. */
function somebody(change: Partial<Person> = {}): Person {
  number += 1;
  const phone = `4179${String(1_000_000 + number)}`;
  return {
    userId: `N${number}`,
    username: `nora${number}@example.ch`,
    phone,
    password: "at the base",
    solvent: true,
    ...change,
  };
}

async function withTariff(): Promise<Shopper> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART60" });
  return shopper;
}

async function byPassword(username: string, password: string) {
  const shopper = await withTariff();
  const { status } = await shopper.logIn(username, password);
  return { shopper, status };
}

async function bySms(phone: string) {
  const shopper = await withTariff();
  const { body } = await expectOk("send", shopper.call("sendSms", { phone }));
  const code = await eventually("the text", async () => /\d{6}/.exec((await shop.messages(phone))[0]?.text ?? "")?.[0]);
  shopper.token = (
    await expectOk("login", shopper.call("smsLogin", { id: body.user.userId, code: code ?? "" }))
  ).body.token;
  return { shopper };
}

const me = async (shopper: Shopper) =>
  (await expectOk("me", shopper.call("me", { token: shopper.token }))).user.body.user.userId;
const customerData = async (shopper: Shopper) =>
  (await expectOk("prepare 4", shopper.prepare("4"))) as { solvent: boolean };

/** Registers with an e-mail and becomes a customer, without proof of owning the e-mail. */
async function registered(email: string): Promise<Shopper> {
  const shopper = await withTariff();
  await shopper.becomeCustomer(email, await picture());
  return shopper;
}

test("an e-mail that changes in the base works at the next login, for the same customer", async () => {
  const person = somebody();
  operator.people.push(person);
  const before = await me((await byPassword(person.username, person.password)).shopper);
  person.username = `married${number}@example.ch`;
  const { shopper, status } = await byPassword(person.username, person.password);
  expect(status).toBe(200);
  expect(await me(shopper)).toBe(before);
  expect(await me((await bySms(person.phone)).shopper)).toBe(before);
});

test("an e-mail that moves from one customer of the base to another: both can log in", async () => {
  const [one, other] = [somebody(), somebody()];
  operator.people.push(one, other);
  await byPassword(one.username, one.password);
  await byPassword(other.username, other.password);
  [one.username, other.username] = [other.username, one.username];
  expect(await me((await byPassword(one.username, one.password)).shopper)).toBe(one.userId);
  expect(await me((await byPassword(other.username, other.password)).shopper)).toBe(other.userId);
});

test("a person who registered with an e-mail beforehand gets no data of the customer of the base who owns it", async () => {
  const person = somebody();
  const intruder = await registered(person.username);
  operator.people.push(person);
  const { shopper } = await bySms(person.phone);
  expect(await me(shopper)).toBe(person.userId);
  expect((await intruder.call("me", { token: intruder.token })).status).toBe(401);
  expect((await byPassword(person.username, OWN_PASSWORD)).status).toBe(401);
  expect((await byPassword(person.username, person.password)).status).toBe(200);
});

test("sending a text message links nothing: only the code is proof", async () => {
  const person = somebody();
  const first = await registered(person.username);
  operator.people.push(person);
  await expectOk("send", (await withTariff()).call("sendSms", { phone: person.phone }));
  expect(await me(first)).not.toBe(person.userId);
  expect((await first.call("me", { token: first.token })).status).toBe(200);
});

test("the base's solvency applies to every way to log in", async () => {
  const person = somebody({ solvent: false });
  await registered(person.username);
  operator.people.push(person);
  // The password of the unproven account no longer bypasses the base.
  expect((await byPassword(person.username, OWN_PASSWORD)).status).toBe(401);
  const { shopper: password } = await byPassword(person.username, person.password);
  const { shopper: sms } = await bySms(person.phone);
  expect((await customerData(password)).solvent).toBe(false);
  expect((await customerData(sms)).solvent).toBe(false);
  expect(await me(password)).toBe(await me(sms));
});

test("a mailed link proves the e-mail: it links the account, and the new password gets the base's solvency", async () => {
  const person = somebody({ solvent: false });
  await registered(person.username);
  operator.people.push(person);
  await expectOk("reset", shop.shopper().call("passwordReset", { username: person.username }));
  const mail = await eventually("the mail", async () =>
    (await shop.messages(person.username)).find(({ text }) => text.includes("token=")),
  );
  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const chosen = "Zwetschgen im Herbst";
  await expectOk("confirm", shop.shopper().call("passwordResetConfirm", { token, password: chosen }));
  const { shopper } = await byPassword(person.username, chosen);
  expect(await me(shopper)).toBe(person.userId);
  expect((await customerData(shopper)).solvent).toBe(false);
});

test("a password reset of an e-mail that the base gave to another customer applies only to that customer", async () => {
  const [former, holder] = [somebody(), somebody()];
  operator.people.push(former, holder);
  await byPassword(former.username, former.password);
  const shared = former.username;
  former.username = `moved${number}@example.ch`;
  holder.username = shared;
  const reset = async (username: string): Promise<string | undefined> => {
    await expectOk("reset", shop.shopper().call("passwordReset", { username }));
    return eventually("the mail", async () => /token=(\S+)/.exec((await shop.messages(username))[0]?.text ?? "")?.[1]);
  };
  const token = (await reset(shared)) ?? "";
  const fresh = "Birnen am Dienstag";
  await expectOk("confirm", shop.shopper().call("passwordResetConfirm", { token, password: fresh }));
  const { shopper, status } = await byPassword(shared, fresh);
  expect(status).toBe(200);
  expect(await me(shopper)).toBe(holder.userId);
  expect((await byPassword(former.username, fresh)).status).toBe(401);
  expect(await me((await byPassword(former.username, former.password)).shopper)).toBe(former.userId);
});

test("an old e-mail of a customer of the base gets no reset mail", async () => {
  const person = somebody();
  operator.people.push(person);
  await byPassword(person.username, person.password);
  const old = person.username;
  person.username = `newer${number}@example.ch`;
  await expectOk("reset", shop.shopper().call("passwordReset", { username: old }));
  await eventually("the job is done", async () => {
    const { rows } = await shop.database.pool.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'mail-password-reset'",
    );
    return rows.length === 0;
  });
  expect(await shop.messages(old)).toEqual([]);
});
