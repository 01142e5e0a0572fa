import { afterAll, beforeAll, expect, test } from "vitest";
import { CORE_LIMITS, type CoreLimit } from "#server/config/limits.ts";
import { startCamara } from "#simulator/network/camara.ts";
import { networkSettings } from "../support/network.ts";
import { DESK_URL } from "../support/desk.ts";
import { DeskBrowser } from "../support/desk-browser.ts";
import { documentNumber, personForm, picture } from "../support/people.ts";
import { onlyTheFirst, withNarrow, type Try } from "../support/narrow-limit.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

/**
 * Every limit of the core, reduced to one: the first attempt passes, the second is rejected. A new limit without a row
 * here is a type error. Properties that must not matter differ between the two attempts: another address, another
 * checkout, another person.
 */
let shop: Shop;
let network: Awaited<ReturnType<typeof startCamara>>;
let image: Blob;
beforeAll(async () => {
  network = await startCamara();
  [shop, image] = await Promise.all([
    startShop({
      jobs: true,
      env: { TRUST_PROXY: "1", DESK_URL, ...networkSettings(network.url) },
      openLimits: true,
    }),
    picture(200, 200),
  ]);
});
afterAll(async () => {
  await shop.stop();
  await network.stop();
});

let number = 0;
const next = () => (number += 1);
const newAddress = () => ({ "x-forwarded-for": `198.51.${100 + (next() >> 8)}.${number & 255}` });
const newEmail = () => `every${next()}@example.ch`;
const newName = () => ({
  last_name: `Muster${"abcdefghij".repeat(3).slice(0, 1 + (next() % 29))}${String.fromCharCode(97 + (number % 26))}`,
});
const at = (shopper: Shopper, address = newAddress()) => Object.assign(shopper, { extra: address });
const newShopper = (address?: Record<string, string>) => at(shop.shopper(), address as never);

type Person = { readonly shopper: Shopper; readonly form: Record<string, unknown> };
/** Registers a shopper and fills in everything except the last step. */
async function atStep5(changes: Record<string, unknown> = {}, tariff = "SMART30"): Promise<Person> {
  const shopper = newShopper();
  const email = newEmail();
  const form = { ...personForm(email), ...newName(), ...changes };
  await shopper.choose({ type: "Tariff", tariff });
  await expectOk("register", shopper.register(email));
  await expectOk("validate", shopper.call("validateCustomer", form as never));
  await expectOk("update", shopper.call("updateCustomer", form as never));
  await expectOk("upload", shopper.upload(image));
  return { shopper, form };
}
async function ready(changes: Record<string, unknown> = {}, tariff = "SMART30"): Promise<Person> {
  const person = await atStep5(changes, tariff);
  await expectOk("create", person.shopper.createCustomer(person.form));
  return person;
}
async function registering(): Promise<Person> {
  const shopper = newShopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  const email = newEmail();
  await expectOk("register", shopper.register(email));
  return { shopper, form: { ...personForm(email), ...newName() } };
}

const get = (path: string, headers: Record<string, string>) => async () => {
  const { status, headers: answered } = await fetch(shop.url + path, { headers });
  return { status, headers: answered };
};
const transfer =
  ({ shopper, form }: Person, mnpMsisdn: string) =>
  () =>
    shopper.call("validateCustomer", {
      ...form,
      mnp: true,
      mnpMsisdn,
      mnpSubscriptionType: "Prepaid",
      puk: "12345678",
    } as never);
const code = (phone: string, address?: Record<string, string>) => () => newShopper(address).call("sendSms", { phone });
const password = (username: string, address?: Record<string, string>) => () =>
  newShopper(address).call("passwordLogin", { username, password: "falsch" });
const create =
  ({ shopper, form }: Person, changes: Record<string, unknown> = {}) =>
  () =>
    shopper.createCustomer({ ...form, ...changes });
const order =
  ({ shopper }: Person) =>
  () =>
    shopper.call("createOrder", {});
const pay =
  ({ shopper }: Person) =>
  () =>
    shopper.call("prepareTransaction", {});

/** Creates two customers who transfer these numbers and agree to the check. Returns the numbers that were checked. */
async function askedForHolders(narrow: () => Promise<void>, ...numbers: readonly string[]): Promise<unknown[]> {
  const people: Person[] = [];
  for (const mnpMsisdn of numbers)
    people.push(await atStep5({ mnp: true, mnpMsisdn, mnpSubscriptionType: "Postpaid", mnpMatch: true }));
  await narrow();
  const before = network.calls.length;
  for (const person of people) await expectOk("create", create(person)());
  const asked = network.calls.slice(before).filter(({ path }) => path === "/kyc-match/v0.4/match");
  return asked.map((call) => call.json()["phoneNumber"]);
}

const transferOf = (mnpMsisdn: string) => ({ mnp: true, mnpMsisdn, mnpSubscriptionType: "Postpaid" });

const deskLogin = (email: string, headers: Record<string, string>) => () =>
  new DeskBrowser(shop).call("login", { body: { email, password: "falsch" }, headers });
const reportedLogout = (headers: Record<string, string>) => async () => {
  const body = new URLSearchParams({ logout_token: "x.y.z" });
  const reply = await fetch(`${shop.kasse.managementAddress}/desk/api/login/provider-logout`, {
    method: "POST",
    headers,
    body,
  });
  return { status: reply.status, headers: reply.headers };
};
const invitation = (headers: Record<string, string>) => () =>
  new DeskBrowser(shop).call("invitation", { body: { secret: "x".repeat(32) }, headers });

type Case = (narrow: () => Promise<void>) => Promise<void>;
const CASES: Readonly<Record<CoreLimit, Case>> = {
  callsPerAddress: (narrow) => {
    const address = newAddress();
    return onlyTheFirst(narrow, get("/public-api/catalogue", address));
  },
  callsPerCheckout: async (narrow) => {
    const shopper = newShopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await onlyTheFirst(narrow, () => at(shopper).prepare("1"));
  },
  systemCallsPerAddress: (narrow) => {
    const address = newAddress();
    return onlyTheFirst(narrow, get("/public-api/order-documents/x", address));
  },
  pagesPerAddress: async (narrow) => {
    const [one, other] = [newAddress(), newAddress()];
    await onlyTheFirst(narrow, get("/docs", one), get("/readyz", one));
    await onlyTheFirst(narrow, get("/public-api/payment-result/x", other), get("/public-api/unknown", other));
  },
  addressSearchPerSecond: (narrow) => {
    const shopper = newShopper();
    return onlyTheFirst(narrow, () => shopper.call("addressSearch", { term: "bahnhof" }));
  },
  deskLoginsPerPerson: (narrow) =>
    onlyTheFirst(narrow, deskLogin("desk@example.ch", newAddress()), deskLogin(" DESK@example.ch", newAddress())),
  deskLoginsPerAddress: (narrow) => {
    const address = newAddress();
    return onlyTheFirst(narrow, deskLogin(newEmail(), address), invitation(address));
  },
  deskLogoutsPerAddress: async (narrow) => {
    const address = newAddress();
    await onlyTheFirst(narrow, reportedLogout(address));
  },
  numbersPerCheckout: async (narrow) => {
    const { shopper } = await registering();
    await onlyTheFirst(narrow, () => at(shopper).call("numbers", {}));
  },
  numbersPerAddress: async (narrow) => {
    const { shopper } = await registering();
    await onlyTheFirst(
      narrow,
      () => shopper.call("numbers", {}),
      () => shopper.call("holdNumber", { msisdn: null }),
    );
  },
  numberHoldsPerAccount: async (narrow) => {
    const { shopper } = await registering();
    await onlyTheFirst(
      narrow,
      () => at(shopper).call("holdNumber", { msisdn: "41785550001" }),
      () => at(shopper).call("holdNumber", { msisdn: "41785550002" }),
    );
  },
  numberHoldsPerAddress: async (narrow) => {
    const [one, other] = [await registering(), await registering()];
    const address = newAddress();
    await onlyTheFirst(
      narrow,
      () => at(one.shopper, address).call("holdNumber", { msisdn: "41785550001" }),
      () => at(other.shopper, address).call("holdNumber", { msisdn: "41785550002" }),
    );
  },
  checkoutsPerAddress: (narrow) => {
    const address = newAddress();
    return onlyTheFirst(narrow, () => newShopper(address).call("checkout", { type: "Tariff", tariff: "SMART30" }));
  },
  codesPerNumber: (narrow) => onlyTheFirst(narrow, code("0784000001")),
  codesPerAddress: (narrow) => {
    const address = newAddress();
    return onlyTheFirst(narrow, code("0784000001", address), code("0784000002", address));
  },
  codesInAll: (narrow) => onlyTheFirst(narrow, code("0784000001"), code("0784000002")),
  simSwapsPerCheckout: async (narrow) => {
    const person = await atStep5(transferOf("41795550901"));
    await onlyTheFirst(narrow, create(person), create(person, { mnpMsisdn: "41795550902" }));
  },
  simSwapsPerNumber: async (narrow) => {
    const [one, other] = [await atStep5(transferOf("41795550903")), await atStep5(transferOf("41795550903"))];
    await onlyTheFirst(narrow, create(one), create(other));
  },
  simSwapsInAll: async (narrow) => {
    const logIns: Try[] = [];
    for (const phone of ["0784000004", "0784000002"]) {
      const shopper = newShopper();
      const { body } = await expectOk("code", shopper.call("sendSms", { phone }));
      const [text] = await shop.messages(body.user.phoneNumber);
      const login = { id: body.user.userId, code: /\d{6}/.exec(text?.text ?? "")?.[0] ?? "" };
      logIns.push(() => shopper.call("smsLogin", login));
    }
    await onlyTheFirst(narrow, ...(logIns as [Try, Try]));
  },
  networkLoginsPerAddress: (narrow) => {
    const shopper = newShopper();
    return onlyTheFirst(narrow, () => shopper.call("networkLogin", { query: "" }));
  },
  networkLoginsInAll: (narrow) => {
    const logIn = async () => {
      const shopper = newShopper();
      const { url } = await expectOk("begin", shopper.call("beginNetworkLogin"));
      const state = new URL(url).searchParams.get("state") ?? "";
      return shopper.call("networkLogin", { query: `?error=login_required&state=${state}` });
    };
    return onlyTheFirst(narrow, logIn);
  },
  fillInsPerCheckout: async (narrow) => {
    const { shopper } = await registering();
    await onlyTheFirst(narrow, () => shopper.call("beginFillIn"));
  },
  fillInsInAll: (narrow) => {
    const fillIn = async () => {
      const { shopper } = await registering();
      const { url } = await expectOk("begin", shopper.call("beginFillIn"));
      const state = new URL(url).searchParams.get("state") ?? "";
      return shopper.call("fillIn", { query: `?error=access_denied&state=${state}` });
    };
    return onlyTheFirst(narrow, fillIn);
  },
  codeTriesPerAddress: (narrow) => {
    const shopper = newShopper();
    return onlyTheFirst(narrow, () => shopper.call("smsLogin", { id: "x", code: "123456" }));
  },
  passwordsPerAccount: (narrow) => onlyTheFirst(narrow, password("a@example.ch")),
  passwordsPerAddress: (narrow) => {
    const address = newAddress();
    return onlyTheFirst(narrow, password("b@example.ch", address), password("c@example.ch", address));
  },
  registrationsPerAddress: async (narrow) => {
    const address = newAddress();
    const two = [newShopper(address), newShopper(address)] as const;
    for (const shopper of two) await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await onlyTheFirst(
      narrow,
      () => two[0].register(newEmail()),
      () => two[1].register(newEmail()),
    );
  },
  resetsPerAddress: (narrow) => {
    const shopper = newShopper();
    return onlyTheFirst(narrow, () => shopper.call("passwordReset", { username: newEmail() }));
  },
  // The answer is the same, so that it does not reveal the account; only the mail is missing.
  resetsPerAccount: async (narrow) => {
    const { form } = await ready();
    const username = String(form["email"]);
    await narrow();
    for (let times = 0; times < 3; times++) await expectOk("reset", newShopper().call("passwordReset", { username }));
    const mails = async () => (await shop.messages(username)).length;
    await eventually("the mail", async () => (await mails()) > 0);
    await eventually("no job waits", async () => {
      const { rows } = await shop.database.pool.query(
        "select 1 from graphile_worker.jobs where task_identifier = 'mail-password-reset'",
      );
      return rows.length === 0;
    });
    expect(await mails()).toBe(1);
  },
  customersPerCheckout: async (narrow) => {
    const person = await atStep5();
    await onlyTheFirst(narrow, create(person, { issuer: "Bern" }), create(person, { issuer: "Basel" }));
  },
  customersPerAddress: async (narrow) => {
    const [one, other, address] = [await atStep5(), await atStep5(), newAddress()];
    for (const { shopper } of [one, other]) at(shopper, address);
    await onlyTheFirst(narrow, create(one), create(other));
  },
  customersPerDocument: async (narrow) => {
    const [one, other, idNo] = [await atStep5(), await atStep5(), documentNumber()];
    await onlyTheFirst(narrow, create(one, { idNo }), create(other, { idNo }));
  },
  transfersPerCheckout: async (narrow) => {
    const person = await registering();
    await onlyTheFirst(narrow, transfer(person, "41795550101"), transfer(person, "41795550102"));
  },
  transfersPerNumber: async (narrow) => {
    const [one, other] = [await registering(), await registering()];
    await onlyTheFirst(narrow, transfer(one, "41795550103"), transfer(other, "41795550103"));
  },
  transfersPerAddress: async (narrow) => {
    const [one, other, address] = [await registering(), await registering(), newAddress()];
    for (const { shopper } of [one, other]) at(shopper, address);
    await onlyTheFirst(narrow, transfer(one, "41795550104"), transfer(other, "41795550105"));
  },
  // The purchase goes on unasked.
  holderMatchesPerNumber: async (narrow) => {
    const asked = await askedForHolders(narrow, "41795550106", "41795550106");
    expect(asked).toEqual(["+41795550106"]);
  },
  holderMatchesInAll: async (narrow) => {
    const asked = await askedForHolders(narrow, "41795550107", "41795550108");
    expect(asked).toEqual(["+41795550107"]);
  },
  // A person decides, because the name might have been used by someone else.
  solvencyPerPerson: async (narrow) => {
    const name = { ...newName(), first_name: "Solveig" };
    const [one, other] = [await atStep5(name), await atStep5(name)];
    await narrow();
    for (const person of [one, other]) await expectOk("create", create(person)());
    expect(await expectOk("order", one.shopper.call("createOrder", {}))).toMatchObject({ status: "placed" });
    expect(await expectOk("order", other.shopper.call("createOrder", {}))).toMatchObject({ status: "onHold" });
  },
  solvencyPerAddress: async (narrow) => {
    const [one, other, address] = [await atStep5(), await atStep5(), newAddress()];
    for (const { shopper } of [one, other]) at(shopper, address);
    await onlyTheFirst(narrow, create(one), create(other));
  },
  solvencyInAll: async (narrow) => {
    const [one, other] = [await atStep5(), await atStep5()];
    await onlyTheFirst(narrow, create(one), create(other));
  },
  documentsPerCheckout: async (narrow) => {
    const { shopper, form } = await registering();
    for (const step of ["validateCustomer", "updateCustomer"] as const)
      await expectOk(step, shopper.call(step, form as never));
    await onlyTheFirst(narrow, () => at(shopper).upload(image));
  },
  documentsPerAddress: async (narrow) => {
    const [one, other, address] = [await atStep5(), await atStep5(), newAddress()];
    for (const { shopper } of [one, other]) at(shopper, address);
    await onlyTheFirst(
      narrow,
      () => one.shopper.upload(image),
      () => other.shopper.upload(image),
    );
  },
  readingsPerCheckout: async (narrow) => {
    const { shopper } = await atStep5();
    await onlyTheFirst(narrow, () => at(shopper).call("documentReading", { reading: "x" }));
  },
  eidsPerCheckout: async (narrow) => {
    const { shopper } = await atStep5();
    await onlyTheFirst(narrow, () => at(shopper).call("beginEid", {}));
  },
  eidsPerAddress: async (narrow) => {
    const [one, other] = [await atStep5(), await atStep5()];
    const address = newAddress();
    await onlyTheFirst(
      narrow,
      () => at(one.shopper, address).call("beginEid", {}),
      () => at(other.shopper, address).call("beginEid", {}),
    );
  },
  photoLinksPerCheckout: async (narrow) => {
    const { shopper } = await atStep5();
    await onlyTheFirst(narrow, () => at(shopper).call("photoLink", {}));
  },
  photosPerAddress: (narrow) => {
    const address = newAddress();
    return onlyTheFirst(narrow, get("/public-api/photo-link-check", { ...address, authorization: "Bearer x" }));
  },
  paymentsPerCheckout: async (narrow) => {
    const person = await ready({}, "PREPAID20");
    await onlyTheFirst(narrow, pay(person));
  },
  paymentsPerAddress: async (narrow) => {
    const [one, other, address] = [await ready({}, "PREPAID20"), await ready({}, "PREPAID20"), newAddress()];
    for (const { shopper } of [one, other]) at(shopper, address);
    await onlyTheFirst(narrow, pay(one), pay(other));
  },
  ordersPerPerson: async (narrow) => {
    const name = newName();
    const [one, other] = [await ready(name), await ready(name)];
    await onlyTheFirst(narrow, order(one), order(other));
  },
  ordersPerAccount: async (narrow) => {
    const one = await ready();
    await narrow();
    await expectOk("order", one.shopper.call("createOrder", {}));
    const { shopper, form } = one;
    shopper.checkoutId = null;
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    const changed = { ...form, first_name: "Anders" };
    for (const step of ["validateCustomer", "updateCustomer"] as const)
      await expectOk(step, shopper.call(step, changed as never));
    await expectOk("upload", shopper.upload(image));
    await expectOk("create", shopper.createCustomer(changed));
    expect((await shopper.call("createOrder", {})).status).toBe(429);
  },
  ordersPerAddress: async (narrow) => {
    const [one, other, address] = [await ready(), await ready(), newAddress()];
    for (const { shopper } of [one, other]) at(shopper, address);
    await onlyTheFirst(narrow, order(one), order(other));
  },
  // Ordered later by the job, once the limit allows it.
  profilesInAll: async (narrow) => {
    const [one, other] = [await ready({ simType: "1" }), await ready({ simType: "1" })];
    await narrow();
    for (const person of [one, other]) await expectOk("order", person.shopper.call("createOrder", {}));
    const stateOf = async ({ shopper }: Person) => (await expectOk("esim", shopper.call("esim"))).state;
    await eventually("one is ready, the other has been tried", async () => {
      const states = await Promise.all([one, other].map(stateOf));
      const { rows } = await shop.database.pool.query(
        "select 1 from esims where problem = 'the limit profilesInAll is reached' and next_try_at is not null",
      );
      return states.includes("ready") && rows.length === 1;
    });
    expect((await Promise.all([one, other].map(stateOf))).filter((state) => state === "ready")).toHaveLength(1);
  },
};

test.each(CORE_LIMITS)("%s", (name) => withNarrow(shop, name, CASES[name]));
