import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTerms } from "#server/sale/checkout/stored.ts";
import { startCamara } from "#simulator/network/camara.ts";
import type { Holder } from "#simulator/network/kyc.ts";
import type { FakeCall } from "#simulator/play/fake-server.ts";
import { failureSwitches } from "#simulator/play/switches.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import { networkSettings } from "../support/network.ts";
import { personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { wideLimits } from "../support/wide-limits.ts";

/** Transfers numbers in a shop that asks the network whether the customer holds them. */
let shop: Shop;
let image: Blob;
let network: Awaited<ReturnType<typeof startCamara>>;
const switches = failureSwitches();
const log: string[] = [];
beforeAll(async () => {
  network = await startCamara({ switches });
  shop = await startShopWithDesk({
    jobs: true,
    env: { ...networkSettings(network.url), ...wideLimits({ holderMatchesPerNumber: 5 }), LOG_LEVEL: "info" },
    onLog: (line) => void log.push(line),
  });
  image = await picture();
});
afterAll(async () => {
  await shop.stop();
  await network.stop();
});

const MATCH = "/kyc-match/v0.4/match";
const SIM = "/sim-swap/v2/check";
const VERIFY = "/kyc-age-verification/v0.2/verify";
const REFUSED =
  "Beim bisherigen Anbieter passen die Angaben zu dieser Nummer nicht zu Ihren. Prüfen Sie Nummer, Namen und Geburtsdatum. Oder wählen Sie den freiwilligen Abgleich ab, dann geht es ohne ihn weiter.";
let people = 0;
type Buyer = { readonly shopper: Shopper; readonly form: Record<string, unknown>; readonly msisdn: string };

/** Goes to step 5 with a number to transfer, whose holder the network knows like this. */
async function buyer(holder: Holder, changes: Record<string, unknown> = {}, at: Shop = shop): Promise<Buyer> {
  const msisdn = `4179555${String(2000 + (people += 1))}`;
  network.holders.set(msisdn, holder);
  const email = `holder${people}@example.ch`;
  const transfer = { mnp: true, mnpMsisdn: msisdn, mnpSubscriptionType: "Postpaid", mnpAuthority: true };
  const form = { ...personForm(email), day: String(1 + (people % 28)), ...transfer, mnpMatch: true, ...changes };
  const shopper = at.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await expectOk("register", shopper.register(email));
  await expectOk("validate", shopper.call("validateCustomer", form as never));
  await expectOk("update", shopper.call("updateCustomer", form as never));
  await expectOk("upload", shopper.upload(image));
  return { shopper, form, msisdn };
}
/** Creates the customer; returns the answer and what the network was asked meanwhile. */
async function created({ shopper, form }: Buyer, changes: Record<string, unknown> = {}) {
  const before = network.calls.length;
  const reply = await shopper.createCustomer({ ...form, ...changes });
  const asked = network.calls.slice(before).filter(({ path }) => path !== "/token" && path !== SIM);
  return { reply, asked: asked.map(({ path }: FakeCall) => path), bodies: asked.map((call) => call.json()) };
}
async function matchOf({ shopper }: Buyer, where: "checkouts" | "orders" = "checkouts", at: Shop = shop) {
  const column = where === "orders" ? "checkout_id" : "id";
  const { rows } = await at.database.pool.query<{ terms: unknown }>(`select terms from ${where} where ${column} = $1`, [
    shopper.checkoutId,
  ]);
  return readTerms(rows[0]?.terms ?? null)?.holderMatch;
}
async function figure(api: string, outcome: string): Promise<number> {
  const name = `kasse_network_calls_total{api="${api}",outcome="${outcome}"} `;
  const line = (await shop.metrics()).split("\n").find((each) => each.startsWith(name));
  return Number(line?.slice(name.length) ?? 0);
}

test("with consent, the network is asked once, outside the steps before, for exactly the details of the transfer", async () => {
  const [before, yes] = [network.calls.length, await figure("kycMatch", "yes")];
  const person = await buyer("matches");
  expect(network.calls.slice(before), "step 4 costs nothing").toEqual([]);
  const { reply, asked, bodies } = await created(person);
  expect([reply.status, asked]).toEqual([200, [MATCH]]);
  expect(bodies[0]).toEqual({
    phoneNumber: `+${person.msisdn}`,
    givenName: "Nora",
    familyName: "Beispiel",
    birthdate: `1991-03-${String(person.form["day"]).padStart(2, "0")}`,
    streetName: "Bahnhofstrasse",
    streetNumber: "1",
    postalCode: "8001",
    locality: "Zürich",
    country: "CH",
  });
  expect(await figure("kycMatch", "yes")).toBe(yes + 1);
});

test("the consent is kept word for word, in the language in which it was ticked, with the answers and no data", async () => {
  const person = await buyer("otherSpelling");
  person.shopper.locale = "fr";
  await expectOk("validate", person.shopper.call("validateCustomer", { ...person.form } as never));
  await expectOk("update", person.shopper.call("updateCustomer", { ...person.form } as never));
  person.shopper.locale = "it";
  expect((await created(person)).reply.status).toBe(200);
  const match = await matchOf(person);
  expect(match).toMatchObject({
    locale: "fr",
    verdict: "same",
    details: { familyName: { match: "false", score: 92 }, givenName: { match: "true" }, country: { match: "true" } },
  });
  expect(match?.text).toMatch(/^Alpenfon peut demander à l’opérateur du numéro \+41 79 555 \d\d \d\d si mon nom, /);
  expect(Math.abs(Date.parse(match?.at ?? "") - Date.now())).toBeLessThan(60_000);
  expect(JSON.stringify({ ...match, text: "" })).not.toMatch(/Nora|Beispiel|1991|Bahnhof|8001|Zürich|4179555/);
});

test.each<[string, Record<string, unknown>]>([
  ["without a tick", { mnpMatch: false }],
  ["from a client that does not show the box", { mnpMatch: undefined }],
  ["without a transfer", { mnp: false }],
])("%s, nothing is asked and nothing recorded", async (_what, changes) => {
  const person = await buyer("nameDiffers", changes);
  const { reply, asked } = await created(person);
  expect([reply.status, asked]).toEqual([200, []]);
  expect(await matchOf(person)).toBeUndefined();
});

test("a shop without the network asks nothing, whatever a client sends", async () => {
  const other = await startShop({ jobs: true });
  try {
    const person = await buyer("nameDiffers", {}, other);
    const { reply, asked } = await created(person);
    expect([reply.status, asked]).toEqual([200, []]);
    expect(await matchOf(person, "checkouts", other)).toBeUndefined();
  } finally {
    await other.stop();
  }
});

describe("another holder", () => {
  test.each<Holder>(["nameDiffers", "nameDiffersUnscored", "dateDiffers", "underAge"])(
    "%s: refused on the number, with one sentence that does not say what differs; without the tick it goes on",
    async (holder) => {
      const person = await buyer(holder);
      const { reply } = await created(person);
      expect(reply.status).toBe(406);
      expect(reply.body).toEqual({ body: { error_fields: { mnpMsisdn: [REFUSED] } } });
      const again = await created(person, { mnpMatch: false });
      expect([again.reply.status, again.asked]).toEqual([200, []]);
      expect(await matchOf(person)).toBeUndefined();
    },
  );

  test("the same details are refused again without a question; other details are asked about", async () => {
    const person = await buyer("nameDiffers");
    expect((await created(person)).asked).toEqual([MATCH]);
    const again = await created(person);
    expect([again.reply.status, again.asked]).toEqual([406, []]);
    network.holders.set(person.msisdn, "matches");
    const corrected = await created(person, { first_name: "Norah" });
    expect([corrected.reply.status, corrected.asked]).toEqual([200, [MATCH]]);
    expect(await matchOf(person)).toMatchObject({ verdict: "same" });
  });

  test("refused after an earlier form was accepted: what was accepted stays as it was", async () => {
    const person = await buyer("matches");
    expect((await created(person)).reply.status).toBe(200);
    network.holders.set(person.msisdn, "nameDiffers");
    expect((await created(person, { last_name: "Anders" })).reply.status).toBe(406);
    expect(await matchOf(person)).toMatchObject({ verdict: "same" });
  });
});

test("another address never refuses; it is recorded", async () => {
  const person = await buyer("addressDiffers");
  expect((await created(person)).reply.status).toBe(200);
  const details = { streetName: { match: "false", score: 44 }, postalCode: { match: "false" } };
  expect(await matchOf(person)).toMatchObject({ verdict: "same", details });
});

describe("the age", () => {
  test("is asked for only if the birthday alone is not known there, with the names alone", async () => {
    for (const holder of ["matches", "notAvailable", "nameDiffers", "dateDiffers"] as const)
      expect([holder, (await created(await buyer(holder))).asked]).toEqual([holder, [MATCH]]);
    const person = await buyer("dateUnknown");
    const { reply, asked, bodies } = await created(person);
    expect([reply.status, asked]).toEqual([200, [MATCH, VERIFY]]);
    expect(bodies[1]).toEqual({
      phoneNumber: `+${person.msisdn}`,
      ageThreshold: 18,
      givenName: "Nora",
      familyName: "Beispiel",
    });
    const age = { ofAge: "true", isVerified: true, identityScore: 97 };
    expect(await matchOf(person)).toMatchObject({ verdict: "unknown", age });
  });

  test("that is not known either lets the purchase go on", async () => {
    const person = await buyer("ageUnknown");
    expect((await created(person)).reply.status).toBe(200);
    expect(await matchOf(person)).toMatchObject({ verdict: "unknown", age: { ofAge: "not_available" } });
  });
});

describe("without an answer, the purchase goes on, and the result is unknown:", () => {
  const UNKNOWN = { verdict: "unknown", details: {} };
  test.each<[Holder, string]>([
    ["notSupported", "notCovered"],
    ["unknownNumber", "notCovered"],
    ["idDocumentRequired", "notCovered"],
  ])("%s", async (holder, outcome) => {
    const [person, before] = [await buyer(holder), await figure("kycMatch", outcome)];
    const { reply, asked } = await created(person);
    expect([reply.status, asked]).toEqual([200, [MATCH]]);
    expect(await matchOf(person)).toMatchObject(UNKNOWN);
    expect(await figure("kycMatch", outcome)).toBe(before + 1);
  });

  test("nothing that the network knows", async () => {
    const person = await buyer("notAvailable");
    expect((await created(person)).reply.status).toBe(200);
    const details = { familyName: { match: "not_available" }, birthdate: { match: "not_available" } };
    expect(await matchOf(person)).toMatchObject({ verdict: "unknown", details });
  });

  test.each(["down", "delay"] as const)("a network that is %s, within its time", async (failure) => {
    const person = await buyer("nameDiffers");
    switches.set(failure, "always");
    try {
      const begin = performance.now();
      const { reply } = await created(person);
      expect(reply.status).toBe(200);
      expect(performance.now() - begin).toBeLessThan(5500);
      expect(await matchOf(person)).toMatchObject(UNKNOWN);
    } finally {
      switches.clear();
    }
  });
});

test("the same form sent again is not asked about again", async () => {
  const person = await buyer("matches");
  const first = await created(person);
  const before = await matchOf(person);
  const second = await created(person);
  expect([first.asked, second.reply.status, second.asked]).toEqual([[MATCH], 200, []]);
  const document = await created(person, { typeOfBill: "post" });
  expect([document.reply.status, document.asked]).toEqual([200, []]);
  expect(await matchOf(person)).toEqual(before);
});

test("after five questions a day about a number, more go on unasked, so that nobody guesses a holder", async () => {
  const person = await buyer("nameDiffers");
  for (let guess = 0; guess < 5; guess++) {
    const { reply, asked } = await created(person, { first_name: `Nora${"abcdef".at(guess)}` });
    expect([reply.status, asked]).toEqual([406, [MATCH]]);
  }
  const { reply, asked } = await created(person, { first_name: "Norag" });
  expect([reply.status, asked]).toEqual([200, []]);
  expect(await matchOf(person)).toMatchObject({ verdict: "unknown", details: {} });
});

describe("an order", () => {
  test("has the result without the hash: at the desk, in the event, and in the person's export", async () => {
    const person = await buyer("addressDiffers");
    expect((await created(person)).reply.status).toBe(200);
    expect((await matchOf(person))?.asked).toMatch(/^[\w-]{22}$/);
    const { orderNumber } = await expectOk("order", person.shopper.call("createOrder", {}));
    const match = await matchOf(person, "orders");
    expect(match).toMatchObject({ verdict: "same", locale: "de" });
    expect(match).not.toHaveProperty("asked");

    const desk = await atDesk(shop, "sandra@example.ch", "support");
    const { body } = await desk.call("order", { params: { number: orderNumber } });
    expect(body.holderMatch).toEqual({ verdict: "same", addressDiffers: true });

    const event = await eventually("the event", async () =>
      (await shop.orders()).map((each) => JSON.stringify(each)).find((each) => each.includes(orderNumber)),
    );
    expect(event).toMatch(/"name":"mnpHolderMatch","@type":"StringCharacteristic","value":"same"/);
    expect(event).not.toMatch(/streetNameMatch|"score"/);

    const folder = await mkdtemp(join(tmpdir(), "kasse-holder-"));
    try {
      const out = join(folder, "export");
      const words = ["person", "export", String(person.form["email"]), "--out", out, "--reason", "a request"];
      const ran = await kasse(words, settingsOf(shop));
      expect(ran.code, ran.err).toBe(0);
      const exported = JSON.parse(await readFile(join(out, "person.json"), "utf8")) as {
        orders: { terms: { holderMatch: object } }[];
      };
      expect(exported.orders[0]?.terms.holderMatch).toEqual(match);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("that is not made: the export has the result of the checkout, and an erasure removes it", async () => {
    const person = await buyer("addressDiffers");
    await created(person);
    const folder = await mkdtemp(join(tmpdir(), "kasse-holder-"));
    try {
      const out = join(folder, "export");
      const email = String(person.form["email"]);
      const reason = ["--reason", "a request"];
      const ran = await kasse(["person", "export", email, "--out", out, ...reason], settingsOf(shop));
      expect(ran.code, ran.err).toBe(0);
      const exported = JSON.parse(await readFile(join(out, "person.json"), "utf8")) as {
        checkouts: { holderMatch: object }[];
      };
      expect(exported.checkouts[0]?.holderMatch).toMatchObject({ verdict: "same", locale: "de" });
      expect(exported.checkouts[0]?.holderMatch).not.toHaveProperty("asked");
      const erased = await kasse(["person", "erase", email, ...reason, "--yes"], settingsOf(shop));
      expect(erased.code, erased.err).toBe(0);
      expect(await matchOf(person)).toBeUndefined();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("whose customer did not agree says nothing about it", async () => {
    const person = await buyer("matches", { mnpMatch: false });
    await created(person);
    const { orderNumber } = await expectOk("order", person.shopper.call("createOrder", {}));
    const desk = await atDesk(shop, "sina@example.ch", "support");
    expect((await desk.call("order", { params: { number: orderNumber } })).body.holderMatch).toBeNull();
  });
});

describe("a number whose SIM has just changed", () => {
  const asks = (msisdn: string) => network.calls.filter(({ path, raw }) => path === SIM && raw.includes(msisdn)).length;

  test("is not transferred, with a sentence and a security event; an older change is asked about once", async () => {
    const person = await buyer("matches", { mnpMatch: false });
    network.sims.set(person.msisdn, { changedAt: Date.now() - 71 * 3600_000 });
    const { reply } = await created(person);
    expect(reply).toMatchObject({
      status: 406,
      body: { body: { error_fields: { mnpMsisdn: [expect.stringContaining("wurde vor Kurzem gewechselt")] } } },
    });
    expect(log.filter((line) => line.includes('"transfer.simSwapped"'))).toHaveLength(1);
    network.sims.set(person.msisdn, { changedAt: Date.now() - 73 * 3600_000 });
    expect((await created(person)).reply.status).toBe(200);
    expect((await created(person)).reply.status).toBe(200);
    expect(asks(person.msisdn)).toBe(2);
    await expectOk("order", person.shopper.call("createOrder", {}));
  });

  test("is not matched with its holder: no personal data goes out for a transfer that is refused anyway", async () => {
    const person = await buyer("matches");
    network.sims.set(person.msisdn, { changedAt: Date.now() });
    const { reply, asked } = await created(person);
    expect([reply.status, asked]).toEqual([406, []]);
  });

  test.each(["unknown", "notApplicable"] as const)("is transferred if the network says: %s", async (sim) => {
    const person = await buyer("matches", { mnpMatch: false });
    network.sims.set(person.msisdn, sim);
    expect((await created(person)).reply.status).toBe(200);
    expect(asks(person.msisdn)).toBe(1);
  });

  test("that is not transferred is not asked about", async () => {
    const person = await buyer("matches", { mnp: false, mnpMatch: false });
    network.sims.set(person.msisdn, { changedAt: Date.now() });
    expect((await created(person)).reply.status).toBe(200);
    expect(asks(person.msisdn)).toBe(0);
  });
});

test("neither log nor metrics have a number or a name", async () => {
  expect(log.join("\n") + (await shop.metrics())).not.toMatch(/4179555|Beispiel/);
});
