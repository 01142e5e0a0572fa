import { afterEach, describe, expect, test } from "vitest";
import { holderMatch } from "#server/integrations/network/holder-match.ts";
import type { NetworkOutcome } from "#server/integrations/network/outcomes.ts";
import { NETWORK, startCamara } from "#simulator/network/camara.ts";
import type { Holder } from "#simulator/network/kyc.ts";
import { startFake, type FakeAnswer, type FakeCall, type StandIn } from "#simulator/play/fake-server.ts";
import { camaraMistakes } from "../support/network.ts";

const MSISDN = "41795550143";
const PERSON = {
  givenName: "Nora",
  familyName: "Beispiel",
  birthdate: "1991-03-14",
  streetName: "Bahnhofstrasse",
  streetNumber: "1",
  postalCode: "8001",
  locality: "Zürich",
  country: "CH",
};
const NAMES = { givenName: "Nora", familyName: "Beispiel" };
const MATCH = "/kyc-match/v0.4/match";
const VERIFY = "/kyc-age-verification/v0.2/verify";
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Connects the adapter with a network; returns what it counts and logs. */
function connect(url: string, timeoutMs = 1000) {
  const outcomes: string[] = [];
  const lines: object[] = [];
  const note = (line: object) => void lines.push(line);
  const network = holderMatch(
    { url, tokenUrl: `${url}/token`, ...NETWORK, timeoutMs, restMs: 10_000 },
    {
      log: { error: note, warn: note } as never,
      now: () => new Date(),
      count: (api, outcome) => void outcomes.push(`${api} ${outcome}`),
    },
  );
  return { network, outcomes, lines };
}
async function camara(holder: Holder = "matches") {
  const started = await startCamara();
  stops.push(started.stop);
  started.holders.set(MSISDN, holder);
  return { camara: started, ...connect(started.url) };
}
const TOKEN = { access_token: "a-token", token_type: "Bearer", expires_in: 300 };
/** A network with fixed answers. */
async function fixed(answer: FakeAnswer | StandIn, timeoutMs = 1000) {
  const fake = await startFake((call) => {
    if (call.path === "/token") return { body: TOKEN };
    return typeof answer === "function" ? answer(call) : answer;
  });
  stops.push(fake.stop);
  return { fake, ...connect(fake.url, timeoutMs) };
}
const to = (path: string, calls: readonly FakeCall[]) => calls.filter((call) => call.path === path);
/** Repeats the adapter's last question, so that the stand-in's own answer can be judged by the published file. */
async function repeated(url: string, { path, headers, raw }: FakeCall, body: string = raw.toString()) {
  const kept = ["authorization", "content-type", "x-correlator"].map((name) => [name, String(headers[name])]);
  const reply = await fetch(url + path, { method: "POST", headers: kept as [string, string][], body });
  return { status: reply.status, correlator: reply.headers.get("x-correlator"), body: (await reply.json()) as object };
}

type Scenario = {
  readonly holder?: Holder;
  readonly msisdn?: string;
  readonly outcome: NetworkOutcome;
  /** The answer of the network, by the published file. */
  readonly answers: readonly [status: number, code: string | null];
  /** What the answer says. */
  readonly says?: object;
};
const ANSWERED = [200, null] as const;
const NOT_FOUND = {
  holder: "unknownNumber",
  outcome: "notCovered",
  answers: [404, "IDENTIFIER_NOT_FOUND"],
} as const satisfies Scenario;
const NOT_SUPPORTED = {
  holder: "notSupported",
  outcome: "notCovered",
  answers: [422, "SERVICE_NOT_APPLICABLE"],
} as const satisfies Scenario;
const MALFORMED = {
  msisdn: "079 555",
  outcome: "refused",
  answers: [400, "INVALID_ARGUMENT"],
} as const satisfies Scenario;
const EXPIRED = "played by sim-swap.test.ts, with the same token: a new one is asked for";
const INVALID = "played by sim-swap.test.ts, with the same token: after a new token, the purchase goes on";

/** CAMARA's scenarios of KYC_Match 0.4.0, by their tags without `KYC_Match_`; a text says why one does not apply. */
const OF_MATCH: Readonly<Record<string, Scenario | string>> = {
  "1_success_request_response": { outcome: "yes", answers: ANSWERED },
  "2_success_specific_property": "played below for each property that Kasse sends",
  "3_success_specific_property_score, name": {
    holder: "nameDiffers",
    outcome: "no",
    answers: ANSWERED,
    says: { familyNameMatch: "false", familyNameMatchScore: 51, givenNameMatch: "false", givenNameMatchScore: 48 },
  },
  "3_success_specific_property_score, spelling": {
    holder: "otherSpelling",
    outcome: "yes",
    answers: ANSWERED,
    says: { familyNameMatch: "false", familyNameMatchScore: 92 },
  },
  "3_success_specific_property_score, street": {
    holder: "addressDiffers",
    outcome: "yes",
    answers: ANSWERED,
    says: { streetNameMatch: "false", streetNameMatchScore: 44 },
  },
  "4_perfect_match_no_scores_returned": {
    outcome: "yes",
    answers: ANSWERED,
    says: Object.fromEntries(Object.keys(PERSON).map((name) => [`${name}Match`, "true"])),
  },
  "5_success_specific_property_false, name": {
    holder: "nameDiffersUnscored",
    outcome: "no",
    answers: ANSWERED,
    says: { familyNameMatch: "false" },
  },
  "5_success_specific_property_false, date": {
    holder: "dateDiffers",
    outcome: "no",
    answers: ANSWERED,
    says: { birthdateMatch: "false" },
  },
  "6_success_multiple_optional_parameter_combinations": "Kasse sends the same properties always, without empty ones",
  "7_success_id_document_required": "no number of a document is sent (ADR 66)",
  "401.1_expired_access_token": EXPIRED,
  "401.2_invalid_access_token": INVALID,
  "401.3_no_header_authorization": "a token is always sent",
  "400.1_no_request_body": "a body is always sent",
  "400.2_empty_request_body": "played below, at the stand-in",
  "400.3_invalid_argument": "played below, at the stand-in",
  "10_invalid_param_combination": "played below, at the stand-in: a form has a name",
  "11_phone_number_provided_does_not_match_the_token": "a token of the shop never identifies a number",
  "12_idDocument_required": {
    holder: "idDocumentRequired",
    outcome: "notCovered",
    answers: [403, "KNOW_YOUR_CUSTOMER.ID_DOCUMENT_REQUIRED"],
  },
  "13_idDocument_mismatch_when_idDocument_is_required": "no number of a document is sent (ADR 66)",
  "C02.01_phone_number_not_schema_compliant": MALFORMED,
  "C02.02_phone_number_not_found": NOT_FOUND,
  "C02.04_missing_phone_number": "the number is always sent",
  "C02.05_phone_number_not_supported": NOT_SUPPORTED,
};

/** CAMARA's scenarios of verifyAge 0.2.1, by their tags without `verifyAge_`. */
const OF_AGE: Readonly<Record<string, Scenario | string>> = {
  "1_verify_age_true": { holder: "dateUnknown", outcome: "yes", answers: ANSWERED, says: { ageCheck: "true" } },
  "2_verify_age_false": { holder: "underAge", outcome: "no", answers: ANSWERED, says: { ageCheck: "false" } },
  "3_verify_age_not_available": {
    holder: "ageUnknown",
    outcome: "notAvailable",
    answers: ANSWERED,
    says: { ageCheck: "not_available" },
  },
  "4_verify_age_contentLock": "not asked for: no rule of the shop needs it",
  "5_verify_age_parentalControl": "not asked for: no rule of the shop needs it",
  "400.1_no_request_body": "a body is always sent",
  "400.2_empty_request_body": "a body is always sent",
  "400.3_out_of_range": "the age is a constant",
  "400.4_invalid_argument": "the body has texts and a whole number alone",
  "401.1_expired_access_token": EXPIRED,
  "401.2_invalid_access_token": INVALID,
  "401.3_no_header_authorization": "a token is always sent",
  "C02.01_phone_number_not_schema_compliant": MALFORMED,
  "C02.02_phone_number_not_found": NOT_FOUND,
  "C02.03_unnecessary_phone_number": "a token of the shop never identifies a number",
  "C02.04_missing_phone_number": "the number is always sent",
  "C02.05_phone_number_not_supported": NOT_SUPPORTED,
};
const played = (scenarios: Readonly<Record<string, Scenario | string>>) =>
  Object.entries(scenarios).flatMap(([tag, scenario]) =>
    typeof scenario === "string" ? [] : [[tag, scenario] as const],
  );

type Started = Awaited<ReturnType<typeof camara>>;
async function judge({ camara: { calls, url } }: Started, path: string, scenario: Scenario): Promise<void> {
  const file = path === MATCH ? "kyc-match" : "kyc-age-verification";
  const [question, answer] =
    path === MATCH
      ? (["kyc-match#/$defs/KYC_MatchRequestBody", "kyc-match#/$defs/KYC_MatchResponse"] as const)
      : (["kyc-age-verification#/$defs/VerifyRequestBody", "kyc-age-verification#/$defs/VerifyResponseBody"] as const);
  const [asked, ...more] = to(path, calls);
  if (!asked) throw new Error("nothing was asked");
  expect(more).toEqual([]);
  if (scenario.msisdn === undefined) expect(camaraMistakes(question, asked.json())).toEqual([]);
  expect(camaraMistakes(`${file}#/$defs/XCorrelator`, asked.headers["x-correlator"])).toEqual([]);
  const { status, body, correlator } = await repeated(url, asked);
  expect(camaraMistakes(status === 200 ? answer : `${file}#/$defs/ErrorInfo`, body)).toEqual([]);
  expect([status, "code" in body ? body.code : null]).toEqual(scenario.answers);
  expect(body).toMatchObject(scenario.says ?? {});
  expect(correlator).toBe(asked.headers["x-correlator"]);
}

describe("KYC Match", () => {
  test.each(played(OF_MATCH))("%s", async (_tag, scenario) => {
    const { holder, msisdn = MSISDN, outcome, answers } = scenario;
    const started = await camara(holder);
    const details = await started.network.matchHolder(msisdn, PERSON);
    expect(details === null).toBe(answers[0] !== 200);
    expect(started.outcomes).toEqual([`kycMatch ${outcome}`]);
    const [asked] = to(MATCH, started.camara.calls);
    expect(asked?.json()).toEqual({ phoneNumber: `+${msisdn}`, ...PERSON });
    await judge(started, MATCH, scenario);
  });

  test("2_success_specific_property: each property has its answer; an empty one is not sent", async () => {
    for (const name of Object.keys(PERSON) as (keyof typeof PERSON)[]) {
      const { camara: platform, network } = await camara();
      const details = await network.matchHolder(MSISDN, { ...PERSON, [name]: "" });
      expect(to(MATCH, platform.calls)[0]?.json()).not.toHaveProperty(name);
      expect(details).toHaveProperty(Object.keys(PERSON).find((each) => each !== name) ?? "", { match: "true" });
      expect(details).not.toHaveProperty(name);
    }
  });

  test("400.2, 400.3, 10: the stand-in refuses what the published file refuses", async () => {
    const { camara: platform, network } = await camara();
    await network.matchHolder(MSISDN, PERSON);
    const [asked] = to(MATCH, platform.calls) as [FakeCall];
    const phoneNumber = `+${MSISDN}`;
    for (const [body, code] of [
      [{}, "INVALID_ARGUMENT"],
      [{ phoneNumber, birthdate: "14.03.1991" }, "INVALID_ARGUMENT"],
      [{ phoneNumber, givenName: 7 }, "INVALID_ARGUMENT"],
      [{ phoneNumber }, "KNOW_YOUR_CUSTOMER.INVALID_PARAM_COMBINATION"],
    ] as const)
      expect(await repeated(platform.url, asked, JSON.stringify(body))).toMatchObject({ status: 400, body: { code } });
  });

  test("asks for a token with one purpose and the scope of the call", async () => {
    const { camara: platform, network } = await camara();
    await network.matchHolder(MSISDN, PERSON);
    await network.holderAge(MSISDN, NAMES, 18);
    const scopes = to("/token", platform.calls).map(({ raw }) => new URLSearchParams(raw.toString()).get("scope"));
    expect(scopes).toEqual([
      "dpv:IdentityVerification kyc-match:match",
      "dpv:IdentityVerification kyc-age-verification:verify",
    ]);
  });

  test("reads scores only of what differs, and no other properties", async () => {
    const body = {
      givenNameMatch: "true",
      givenNameMatchScore: 12,
      familyNameMatch: "false",
      familyNameMatchScore: 99,
      birthdateMatch: "not_available",
      emailMatch: "true",
    };
    const { network, outcomes } = await fixed({ body });
    expect(await network.matchHolder(MSISDN, PERSON)).toEqual({
      givenName: { match: "true" },
      familyName: { match: "false", score: 99 },
      birthdate: { match: "not_available" },
    });
    expect(outcomes).toEqual(["kycMatch notAvailable"]);
  });
});

describe("Age Verification", () => {
  test.each(played(OF_AGE))("%s", async (_tag, scenario) => {
    const { holder, msisdn = MSISDN, outcome, answers } = scenario;
    const started = await camara(holder);
    const age = await started.network.holderAge(msisdn, NAMES, 18);
    expect(age === null).toBe(answers[0] !== 200);
    expect(started.outcomes).toEqual([`ageVerification ${outcome}`]);
    const [asked] = to(VERIFY, started.camara.calls);
    expect(asked?.json()).toEqual({ phoneNumber: `+${msisdn}`, ageThreshold: 18, ...NAMES });
    await judge(started, VERIFY, scenario);
  });

  test.each([
    [{ ageCheck: "false" }, "notAvailable"],
    [{ ageCheck: "false", verifiedStatus: false, identityMatchScore: 100 }, "notAvailable"],
    [{ ageCheck: "false", verifiedStatus: true, identityMatchScore: 84 }, "notAvailable"],
    [{ ageCheck: "false", verifiedStatus: true, identityMatchScore: 85 }, "no"],
    [{ ageCheck: "false", verifiedStatus: true }, "no"],
  ])("%j counts as %s: only a proven age of this person is a definite answer", async (body, outcome) => {
    const { network, outcomes } = await fixed({ body });
    await network.holderAge(MSISDN, NAMES, 18);
    expect(outcomes).toEqual([`ageVerification ${outcome}`]);
  });
});

describe("an answer of the network", () => {
  const error = (status: number, code: string) => ({ status, body: { status, code, message: `not +${MSISDN}` } });
  test.each<[FakeAnswer, NetworkOutcome]>([
    [error(403, "PERMISSION_DENIED"), "refused"],
    [error(403, "KNOW_YOUR_CUSTOMER.ID_DOCUMENT_MISMATCH"), "refused"],
    [error(404, "NOT_FOUND"), "notCovered"],
    [error(422, "MISSING_IDENTIFIER"), "refused"],
    [error(429, "TOO_MANY_REQUESTS"), "busy"],
    [{ status: 500 }, "down"],
    [{ body: "<html>" }, "down"],
    [{ body: { familyNameMatch: "perhaps", ageCheck: "perhaps" } }, "unreadable"],
    [{ body: { familyNameMatch: "false", familyNameMatchScore: 100, ageCheck: true } }, "unreadable"],
  ])("%j is counted as %s for both, and null; the log has no number", async (answer, outcome) => {
    const { network, outcomes, lines } = await fixed(answer);
    expect(await network.matchHolder(MSISDN, PERSON)).toBeNull();
    expect(await network.holderAge(MSISDN, NAMES, 18)).toBeNull();
    expect(outcomes).toEqual([`kycMatch ${outcome}`, `ageVerification ${outcome}`]);
    expect(JSON.stringify(lines)).not.toContain(MSISDN);
  });

  test("that comes too late is null, with token and question in one time limit", async () => {
    const slowly = async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { body: { familyNameMatch: "true" } };
    };
    const { network, outcomes } = await fixed(slowly, 200);
    expect(await network.matchHolder(MSISDN, PERSON)).toBeNull();
    expect(outcomes).toEqual(["kycMatch down"]);
  });

  test("that fails five times in a row: this API is left alone, not the other", async () => {
    const { fake, network, outcomes } = await fixed(({ path }) =>
      path === MATCH ? { status: 503 } : { body: { ageCheck: "true" } },
    );
    expect(network.isResting()).toBe(false);
    for (let round = 0; round < 6; round++) expect(await network.matchHolder(MSISDN, PERSON)).toBeNull();
    expect(outcomes).toEqual([...Array<string>(5).fill("kycMatch down"), "kycMatch skipped"]);
    expect(to(MATCH, fake.calls)).toHaveLength(5);
    expect(network.isResting()).toBe(true);
    expect(await network.holderAge(MSISDN, NAMES, 18)).toMatchObject({ ofAge: "true" });
  });
});
