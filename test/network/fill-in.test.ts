import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FILL_IN_SCOPE } from "#server/integrations/network/fill-in.ts";
import { exportPerson } from "#server/operator/personal-data/export.ts";
import { findPerson } from "#server/operator/personal-data/find.ts";
import { emptyCheckouts } from "#server/sale/checkout/upkeep.ts";
import { startCamara } from "#simulator/network/camara.ts";
import { SOMEBODY } from "#simulator/network/fill-in.ts";
import { failureSwitches } from "#simulator/play/switches.ts";
import { camaraMistakes, networkSettings } from "../support/network.ts";
import { personForm, picture } from "../support/people.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

/** Lets the network fill in the form of new customers, as a phone's browser does. */
let shop: Shop;
let network: Awaited<ReturnType<typeof startCamara>>;
const switches = failureSwitches();
const log: string[] = [];
beforeAll(async () => {
  network = await startCamara({ switches });
  shop = await startShop({
    env: { ...networkSettings(network.url), LOG_LEVEL: "info" },
    openLimits: true,
    onLog: (line) => void log.push(line),
  });
});
afterAll(async () => {
  await shop.stop();
  await network.stop();
});
beforeEach(() => {
  network.phone.msisdn = MSISDN;
  network.records.clear();
});

const MSISDN = "41784000009";
const FILL_IN = "/kyc-fill-in/v0.4/fill-in";
const FAILED = { status: 409, body: { code: "FILL_IN_FAILED" } };
const NINA = { salutation: "Mrs", first_name: "Nina", last_name: "Müller", day: "7", month: "4", year: "1991" };
const AT_HOME = { address: "Bundesplatz", number: "3", postal_code: "3003", city: "Bern" };

const asked = () => network.calls.filter(({ path }) => path === FILL_IN);
async function figure(outcome: string): Promise<number> {
  const name = `kasse_network_calls_total{api="kycFillIn",outcome="${outcome}"} `;
  const line = (await shop.metrics()).split("\n").find((each) => each.startsWith(name));
  return Number(line?.slice(name.length) ?? 0);
}
let people = 0;
async function atPerson(email = `fill-in-${(people += 1)}@example.ch`): Promise<Shopper> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await expectOk("register", shopper.register(email));
  return shopper;
}
/** Starts, and presses a link of the network's page; returns the query with which the browser is sent back. */
async function visited(shopper: Shopper, press: "Yes, send it" | "No" = "Yes, send it"): Promise<string> {
  const { url } = await expectOk("begin", shopper.call("beginFillIn"));
  const page = await (await fetch(url, { redirect: "manual" })).text();
  const link = new RegExp(`href="([^"]+)">${press}<`).exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const reply = await fetch(new URL(link, network.url), { redirect: "manual" });
  const back = new URL(reply.headers.get("location") ?? "");
  expect(back.origin + back.pathname).toBe(`${shop.kasse.services.config.publicUrl}/checkout/4`);
  return back.search;
}
const rowsOf = async (text: string, values: unknown[]) =>
  (await shop.database.pool.query<Record<string, unknown>>(text, values)).rows;

test("the browser is sent to the network's question for consent, with each attribute and one purpose", async () => {
  const { url } = await expectOk("begin", (await atPerson()).call("beginFillIn"));
  const query = Object.fromEntries(new URL(url).searchParams);
  expect(query).toMatchObject({ prompt: "consent", code_challenge_method: "S256", scope: FILL_IN_SCOPE });
  expect(FILL_IN_SCOPE.split(" ").filter((each) => each.startsWith("dpv:"))).toHaveLength(1);
  expect(FILL_IN_SCOPE).not.toMatch(/set-all|idDocument|email/);
});

test("with consent, the fields of the form; the order has the consent, and nothing else of the record", async () => {
  const email = "consents@example.ch";
  const shopper = await atPerson(email);
  shopper.locale = "fr";
  const yes = await figure("yes");
  const query = await visited(shopper);
  const { fields } = await expectOk("fill in", shopper.call("fillIn", { query }));
  expect(fields).toEqual({ ...NINA, ...AT_HOME, mobilePhone: MSISDN });
  expect(await figure("yes")).toBe(yes + 1);
  const call = asked().at(-1);
  expect(camaraMistakes("kyc-fill-in#/$defs/KYC_FillinRequest", call?.json())).toEqual([]);
  expect(camaraMistakes("kyc-fill-in#/$defs/XCorrelator", call?.headers["x-correlator"])).toEqual([]);
  expect(await rowsOf("select form from checkouts where id = $1", [shopper.checkoutId])).toEqual([{ form: null }]);

  const form = { ...personForm(email), ...fields };
  await expectOk("validate", shopper.call("validateCustomer", form as never));
  await expectOk("update", shopper.call("updateCustomer", form as never));
  await expectOk("upload", shopper.upload(await picture()));
  await expectOk("create", shopper.createCustomer(form));
  const { orderNumber } = (await expectOk("order", shopper.call("createOrder", {}))) as { orderNumber: string };
  const [order] = await rowsOf("select terms->'filledIn' as consent from orders where number = $1", [orderNumber]);
  expect(order?.["consent"]).toEqual({
    at: expect.stringMatching(/^2/),
    locale: "fr",
    text: expect.stringContaining("Votre opérateur mobile vous demande"),
    fields: expect.arrayContaining(["phoneNumber", "givenName", "birthdate", "locality"]),
  });
  expect(JSON.stringify(order)).not.toMatch(/Nina|1991|4178/);
});

test("another person in the same checkout has not consented", async () => {
  const shopper = await atPerson();
  await expectOk("fill in", shopper.call("fillIn", { query: await visited(shopper) }));
  const consent = () => rowsOf("select filled_in is null as none from checkouts where id = $1", [shopper.checkoutId]);
  expect(await consent()).toEqual([{ none: false }]);
  const { db, seals } = shop.kasse.services;
  const email = `fill-in-${people}@example.ch`;
  const person = await findPerson(db, email);
  expect(person && (await exportPerson(db, seals, person))).toMatchObject({
    checkouts: [{ filledIn: { locale: "de", fields: expect.arrayContaining(["givenName"]) } }],
  });
  await expectOk("register", shopper.register("another-person@example.ch"));
  expect(await consent()).toEqual([{ none: true }]);
  await expectOk("fill in", shopper.call("fillIn", { query: await visited(shopper) }));
  expect(await consent()).toEqual([{ none: false }]);
  await db.transaction().execute((tx) => emptyCheckouts(tx, [shopper.checkoutId ?? ""]));
  expect(await consent(), "a purge or an erasure removes it").toEqual([{ none: true }]);
});

test("a record without anything for the form fills in nothing", async () => {
  network.records.set(MSISDN, {});
  const shopper = await atPerson();
  const { fields } = await expectOk("fill in", shopper.call("fillIn", { query: await visited(shopper) }));
  expect(fields).toEqual({ mobilePhone: MSISDN });
});

describe("nothing is filled in:", () => {
  test("without consent", async () => {
    const [shopper, counted] = [await atPerson(), await figure("notCovered")];
    const query = await visited(shopper, "No");
    expect(await shopper.call("fillIn", { query })).toMatchObject(FAILED);
    expect(await figure("notCovered")).toBe(counted + 1);
    expect(await rowsOf("select filled_in from checkouts where id = $1", [shopper.checkoutId])).toEqual([
      { filled_in: null },
    ]);
  });

  test.each([
    ["a number whose record is not shared", "decline", "notCovered"],
    ["another secret", "wrongSignature", "refused"],
    ["a network that is down", "down", "down"],
    ["a lost answer", "answerLost", "down"],
  ] as const)("%s", async (_what, failure, outcome) => {
    const [shopper, counted] = [await atPerson(), await figure(outcome)];
    const query = await visited(shopper);
    switches.set(failure, "once");
    expect(await shopper.call("fillIn", { query })).toMatchObject(FAILED);
    expect(await figure(outcome)).toBe(counted + 1);
  });

  test("with the answer to another browser's visit, without its cookie, or a second time", async () => {
    const [shopper, other, stranger] = [await atPerson(), await atPerson(), await atPerson()];
    const [query, foreign, before] = [await visited(shopper), await visited(other), asked().length];
    const counted = await figure("refused");
    expect(await stranger.call("fillIn", { query })).toMatchObject(FAILED);
    expect(await shopper.call("fillIn", { query: foreign })).toMatchObject(FAILED);
    expect([asked().length, await figure("refused")], "the network is not asked").toEqual([before, counted]);
    await expectOk("this browser's own visit", shopper.call("fillIn", { query }));
    expect(await shopper.call("fillIn", { query }), "the cookie is used up").toMatchObject(FAILED);
    expect(await figure("refused"), "the network is not asked").toBe(counted);
  });

  test("for a customer who is on record, before step 4, and in a shop without the network", async () => {
    const known = shop.shopper();
    await known.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("log in", known.logIn("lea.rossi@example.ch"));
    expect(await known.call("beginFillIn")).toMatchObject(FAILED);
    expect(await known.call("fillIn", { query: "" })).toMatchObject(FAILED);
    const early = shop.shopper();
    await early.choose({ type: "Tariff", tariff: "SMART30" });
    expect(await early.call("beginFillIn")).toMatchObject({ status: 409, body: { page: "3" } });
    const plain = await startShop();
    const shopper = plain.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("register", shopper.register("plain@example.ch"));
    expect(await shopper.call("beginFillIn")).toMatchObject(FAILED);
    expect(await shopper.call("fillIn", { query: "?code=1&state=1" })).toMatchObject(FAILED);
    await plain.stop();
  });
});

/** CAMARA's scenarios by their tags: what happens here, or why it does not apply to a shop that uses the API. */
const SCENARIOS: Readonly<Record<string, string>> = {
  "KYC_Fill-in_01_success_request_response": "answered",
  "KYC_Fill-in_02_success_request_set-all_scope": "the shop never asks for everything",
  "KYC_Fill-in_03_success_request_individual_scopes": "answered",
  "KYC_Fill_400.1_no_request_body": "a body is always sent: KYC_FillinRequest judges it",
  "KYC_Fill-in_401.01_expired_access_token": "the token was issued a moment ago; answered as 401.02",
  "KYC_Fill-in_401.02_invalid_access_token": "refused",
  "KYC_Fill-in_401.03_no_header_authorization": "a token is always sent",
  "KYC_Fill-in_403.1_invalid_token_permissions": "refused",
  "KYC_Fill-in_429.1_too_many_requests": "test/network/number-verification: an answer of the API",
  "KYC_Fill_C02.01_phone_number_not_schema_compliant": "the body has no number, because the token tells it",
  "KYC_Fill_C02.02_phone_number_not_found": "as C02.05: no fields",
  "KYC_Fill_C02.03_unnecessary_phone_number": "the body has no number",
  "KYC_Fill_C02.04_missing_phone_number": "the token is always that of a phone",
  "KYC_Fill_C02.05_phone_number_not_supported": "nothing is filled in: a number whose record is not shared",
};

describe("scenarios of KYC_Fill-in:", () => {
  /** Sends the shop's last question again, and returns the answer, which CAMARA's file judges. */
  async function again(scope?: string) {
    const call = asked().at(-1);
    const reply = await fetch(network.url + FILL_IN, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: String(call?.headers.authorization),
        "x-correlator": "again",
      },
      body: call?.raw.toString() ?? "",
    });
    const body = (await reply.json()) as object;
    const name = reply.status === 200 ? "KYC_FillinResponse" : "ErrorInfo";
    expect([scope, camaraMistakes(`kyc-fill-in#/$defs/${name}`, body)]).toEqual([scope, []]);
    expect(reply.headers.get("x-correlator")).toBe("again");
    return { status: reply.status, body };
  }

  test("all are listed", () => {
    expect(Object.values(SCENARIOS).filter((each) => each === "answered")).toHaveLength(2);
  });

  test("answered with the attributes of its scopes alone", async () => {
    const shopper = await atPerson();
    await expectOk("fill in", shopper.call("fillIn", { query: await visited(shopper) }));
    const { status, body } = await again();
    const { idDocument: _id, idDocumentType: _type, email: _email, ...asked } = SOMEBODY;
    expect([status, body]).toEqual([200, { phoneNumber: `+${MSISDN}`, ...asked }]);
  });

  test("refused, because the token has ended", async () => {
    network.endTokens();
    expect(await again()).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  });
});

test("neither log nor metrics have a number or a name", async () => {
  expect(log.join("\n") + (await shop.metrics())).not.toMatch(/41784000009|Müller/);
});
