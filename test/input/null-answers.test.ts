import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { httpCustomers } from "#server/integrations/customers/http.ts";
import { es2Plus } from "#server/integrations/esim/es2plus.ts";
import { twilioSms } from "#server/integrations/mail-and-sms/twilio.ts";
import { holderMatch } from "#server/integrations/network/holder-match.ts";
import { simSwap } from "#server/integrations/network/sim-swap.ts";
import { tmf685 } from "#server/integrations/phone-numbers/tmf685.ts";
import { readProfile, storedProfile } from "#server/sale/identity/profile.ts";
import { startFake } from "#simulator/play/fake-server.ts";

/** Answers of other systems in which each field that may be absent is null, by path. */
const EXECUTED = { header: { functionExecutionStatus: { status: "Executed-Success", statusCodeData: null } } };
const ICCID = "8941000000000000001";
const CUSTOMER = {
  userId: "7",
  username: "mia.keller@example.ch",
  phone: "41784000001",
  contracts: [],
  solvent: true,
  organisation: { name: "Keller AG", uid: null },
  person: {
    salutation: "Mrs",
    first_name: "Mia",
    last_name: "Keller",
    day: "14",
    month: "03",
    year: "1991",
    mobilePhone: "41784000001",
  },
  address: { address: "Weg", number: "1", postal_code: "8001", city: "Zürich", address_id: null },
};
const ANSWERS: Readonly<Record<string, object>> = {
  "/gsma/rsp2/es2plus/downloadOrder": { ...EXECUTED, iccid: ICCID, matchingId: null, smdpAddress: null },
  "/gsma/rsp2/es2plus/confirmOrder": { ...EXECUTED, iccid: null, matchingId: null, smdpAddress: null },
  "/token": { access_token: "a-token", token_type: "Bearer", expires_in: null },
  "/sim-swap/v2/check": { swapped: true },
  "/kyc-match/v0.4/match": { givenNameMatch: "false", givenNameMatchScore: null, familyNameMatch: null },
  "/kyc-age-verification/v0.2/verify": { ageCheck: "true", verifiedStatus: null, identityMatchScore: null },
  "/customers/find": { customer: CUSTOMER },
  "/transfers/check": { refused: [], reason: null, earliest: null },
  "/reservation": {
    reservationState: null,
    reservationItem: [
      { appliedCapacityAmount: null },
      { appliedCapacityAmount: { resources: null, resource: [{ id: "41790000001", value: null }] } },
    ],
  },
  "/2010-04-01/Accounts/AC1/Messages.json": { sid: "SM1", status: null, code: null },
};

/** Answers of one test, instead of those above. */
let override: Record<string, object> = {};
afterEach(() => void (override = {}));

/** Returns the same members, all null. */
const nulls = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]));

let partner: Awaited<ReturnType<typeof startFake>>;
beforeAll(async () => {
  partner = await startFake(({ path }) => ({
    status: path.startsWith("/2010") ? 201 : 200,
    body: override[path] ?? ANSWERS[path] ?? {},
  }));
});
afterAll(() => partner.stop());

const quiet = { error: () => undefined, warn: () => undefined } as never;
const restMs = 1000;

test("an SM-DP+: its first answer counts, so that no second profile is reserved", async () => {
  const smdp = es2Plus({
    url: partner.url,
    requester: "1.3.6",
    smdpAddress: "smdp.operator.example",
    orderBy: "type",
    finalStatus: "Unavailable",
    certificate: null,
  });
  const call = { callId: "1", repeated: false };
  expect(await smdp.downloadOrder({ ...call, profileType: "A", iccid: null })).toEqual({
    ok: true,
    value: { iccid: ICCID },
  });
  expect(await smdp.confirmOrder({ ...call, iccid: ICCID, matchingId: "M-1" })).toEqual({
    ok: true,
    value: { matchingId: "M-1", smdpAddress: "smdp.operator.example" },
  });
});

test("a network: a token without an end is used, and a SIM that has changed is one", async () => {
  const client = { url: partner.url, tokenUrl: `${partner.url}/token`, clientId: "a", clientSecret: "b", restMs };
  const needs = { log: quiet, now: () => new Date("2026-11-23T10:00:00Z"), count: () => undefined };
  expect(await simSwap(client, needs).simSwapped("41784000004", 72)).toBe("yes");
  const holders = holderMatch(client, needs);
  expect(await holders.matchHolder("41784000004", {} as never)).toEqual({ givenName: { match: "false" } });
  const names = { givenName: "Nora", familyName: "Beispiel" };
  expect(await holders.holderAge("41784000004", names, 18)).toEqual({
    ofAge: "true",
    isVerified: null,
    identityScore: null,
  });
});

test("a customer base and its checks", async () => {
  const systems = httpCustomers({ url: partner.url, secret: "s", restMs });
  const found = await systems.findByEmail(CUSTOMER.username);
  expect(found?.profile).toMatchObject({ organisation: { name: "Keller AG" }, person: { lastName: "Keller" } });
  expect(found?.profile.address).not.toHaveProperty("addressId");
  const transfer = { msisdn: "41791234567", subscriptionType: "Postpaid", puk: "", holder: {} } as never;
  expect(await systems.checkTransfer(transfer)).toEqual({ refused: [] });
});

test.each<[string, object, object]>([
  ["the company's name", { organisation: { name: null, uid: "CHE-1" } }, { organisation: { name: "", uid: "CHE-1" } }],
  ["all of the company", { organisation: { name: null, uid: null } }, { organisation: undefined }],
  ["the mobile phone", { person: { ...CUSTOMER.person, mobilePhone: null } }, { person: { mobilePhone: "" } }],
  ["the person", { person: null }, { person: undefined }],
  ["all of the person", { person: nulls(CUSTOMER.person) }, { person: undefined }],
  ["the house number", { address: { ...CUSTOMER.address, number: null } }, { address: { number: "", city: "Zürich" } }],
  ["all of the address", { address: nulls(CUSTOMER.address) }, { address: undefined }],
  ["the kind of a contract", { contracts: [{ contractType: null }, null] }, { contracts: [] }],
  ["the contracts", { contracts: null }, { contracts: [] }],
  ["the phone", { phone: null }, { phone: undefined }],
  ["the solvency", { solvent: null }, { solvent: undefined }],
])("a record of a customer without %s says the rest", async (_what, more, said) => {
  override["/customers/find"] = { customer: { ...CUSTOMER, ...more } };
  const systems = httpCustomers({ url: partner.url, secret: "s", restMs });
  const found = await systems.findByEmail(CUSTOMER.username);
  const absent = Object.fromEntries(Object.keys(said).map((name) => [name, undefined]));
  expect({ ...absent, ...found?.profile }).toMatchObject({ userId: "7", ...said });
  expect(readProfile(storedProfile(found?.profile ?? {}))).toEqual(found?.profile);
});

test.each(["userId", "username"])("a record of a customer without %s is unreadable", async (name) => {
  override["/customers/find"] = { customer: { ...CUSTOMER, [name]: null } };
  const systems = httpCustomers({ url: partner.url, secret: "s", restMs });
  await expect(systems.findByEmail(CUSTOMER.username)).rejects.toThrow(`customer.${name}`);
});

test("codes of an SM-DP+ that are null do not make its answer unreadable", async () => {
  const statusCodeData = { subjectCode: null, reasonCode: null };
  const answer = (status: string) => ({
    header: { functionExecutionStatus: { status, statusCodeData } },
    iccid: ICCID,
  });
  const smdp = es2Plus({
    url: partner.url,
    requester: "1.3.6",
    smdpAddress: "smdp.operator.example",
    orderBy: "type",
    finalStatus: "Unavailable",
    certificate: null,
  });
  const order = () => smdp.downloadOrder({ callId: "1", repeated: false, profileType: "A", iccid: null });
  override["/gsma/rsp2/es2plus/downloadOrder"] = answer("Executed-Success");
  expect(await order()).toEqual({ ok: true, value: { iccid: ICCID } });
  override["/gsma/rsp2/es2plus/downloadOrder"] = answer("Failed");
  expect(await order()).toMatchObject({ ok: false, problem: { code: "downloadOrder Failed" } });
});

test("a reserved number needs no id, and a reservation under way no numbers yet", async () => {
  const pool = tmf685({ url: partner.url, secret: "s", pool: "P", certificate: null });
  const resource = [
    { id: null, value: "41790000002" },
    { id: null, value: null },
  ];
  override["/reservation"] = { reservationItem: [{ appliedCapacityAmount: { resource } }] };
  expect(await pool.reserve({ id: "1", quantity: 1 })).toEqual(["41790000002"]);
  override["/reservation"] = { reservationState: "pending", reservationItem: null };
  await expect(pool.reserve({ id: "1", quantity: 1 })).rejects.toThrow("number pool /reservation: pending");
  override["/reservation"] = { reservationState: "completed", reservationItem: null };
  await expect(pool.reserve({ id: "1", quantity: 1 })).rejects.toThrow("reservationItem");
});

test("a number pool and text messages", async () => {
  const pool = tmf685({ url: partner.url, secret: "s", pool: "P", certificate: null });
  expect(await pool.reserve({ id: "1", quantity: 1 })).toEqual(["41790000001"]);
  const texts = twilioSms({ url: partner.url, accountSid: "AC1", apiKey: "k", apiSecret: "s", sender: "Kasse" }, quiet);
  expect(await texts.send({ to: "41784000001", text: "1234", validMs: 1000 } as never)).toBe("sent");
});
