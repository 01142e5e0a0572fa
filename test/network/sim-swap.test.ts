import { afterEach, describe, expect, test } from "vitest";
import { simSwap } from "#server/integrations/network/sim-swap.ts";
import type { NetworkOutcome } from "#server/integrations/network/outcomes.ts";
import { NETWORK, startCamara } from "#simulator/network/camara.ts";
import { startFake, type FakeAnswer, type FakeCall, type StandIn } from "#simulator/play/fake-server.ts";
import { camaraMistakes } from "../support/network.ts";

const MSISDN = "41784000004";
const HOUR_MS = 3600_000;
const START = Date.parse("2026-11-23T10:00:00Z");
const time = { now: START };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  time.now = START;
  for (const stop of stops.splice(0)) await stop();
});

/** Connects the adapter with a network; returns what it counts and logs. */
function connect(url: string, more: { readonly clientSecret?: string; readonly timeoutMs?: number } = {}) {
  const outcomes: NetworkOutcome[] = [];
  const lines: object[] = [];
  const note = (line: object) => void lines.push(line);
  const settings = { url, tokenUrl: `${url}/token`, ...NETWORK, timeoutMs: 1000, restMs: 10_000, ...more };
  const network = simSwap(settings, {
    log: { error: note, warn: note } as never,
    now: () => new Date(time.now),
    count: (_api, outcome) => void outcomes.push(outcome),
  });
  return { network, outcomes, lines };
}
async function camara(options: { readonly monitoredHours?: number } = {}) {
  const started = await startCamara({ now: () => time.now, ...options });
  stops.push(started.stop);
  return { camara: started, ...connect(started.url) };
}
const TOKEN = { access_token: "a-token", token_type: "Bearer", expires_in: 300 };
/** A network with fixed answers. */
async function fixed(check: FakeAnswer | StandIn, token: FakeAnswer | StandIn = { body: TOKEN }, more = {}) {
  const fake = await startFake((call) => {
    if (call.path === "/token") return typeof token === "function" ? token(call) : token;
    return typeof check === "function" ? check(call) : check;
  });
  stops.push(fake.stop);
  return { fake, ...connect(fake.url, more) };
}
const checks = (calls: readonly FakeCall[]) => calls.filter(({ path }) => path === "/sim-swap/v2/check");
const tokensAsked = (calls: readonly FakeCall[]) => calls.length - checks(calls).length;
/** Repeats the adapter's last question, so that the stand-in's own answer can be judged by the published file. */
async function repeated(url: string, calls: readonly FakeCall[]) {
  const { headers, raw } = checks(calls).at(-1) as FakeCall;
  const kept = ["authorization", "content-type", "x-correlator"].map((name) => [name, String(headers[name])]);
  const reply = await fetch(`${url}/sim-swap/v2/check`, {
    method: "POST",
    headers: kept as [string, string][],
    body: raw.toString(),
  });
  return { status: reply.status, correlator: reply.headers.get("x-correlator"), body: (await reply.json()) as object };
}

type Started = Awaited<ReturnType<typeof camara>>;
type Scenario = {
  readonly given?: (started: Started) => void;
  readonly hours?: number;
  readonly msisdn?: string;
  readonly monitoredHours?: number;
  readonly outcome: NetworkOutcome;
  /** The answer of the network, by the published file. */
  readonly answers: readonly [status: number, code: string | null];
};
const changed = (hoursAgo: number) => (started: Started) =>
  void started.camara.sims.set(MSISDN, { changedAt: START - hoursAgo * HOUR_MS });
const sim = (state: "unknown" | "notApplicable") => (started: Started) => void started.camara.sims.set(MSISDN, state);
const [YES, NO] = [
  { outcome: "yes", answers: [200, null] },
  { outcome: "no", answers: [200, null] },
] as const;

/** CAMARA's scenarios of checkSimSwap, by their tags without `check_sim_swap_`; a text says why one does not apply. */
const SCENARIOS: Readonly<Record<string, Scenario | string>> = {
  "1_generic_success_scenario": NO,
  "2_valid_sim_swap_no_max_age": "maxAge is always sent",
  "3_valid_sim_swap_max_age, 260 hours": { given: changed(259), hours: 260, ...YES },
  "3_valid_sim_swap_max_age, 120 hours": { given: changed(119), hours: 120, ...YES },
  "3_valid_sim_swap_max_age, 24 hours": { given: changed(23), hours: 24, ...YES },
  "3_valid_sim_swap_max_age, 12 hours": { given: changed(11), hours: 12, ...YES },
  "4_more_than_240_hours": "maxAge is always sent",
  "5_out_of_max_age": { given: changed(73), hours: 72, ...NO },
  "6_no_sim_swap_no_max_age": "maxAge is always sent",
  "7_no_sim_swap_with_max_age": { hours: 240, ...NO },
  "401.1_no_authorization_header": "a token is always sent",
  "401.2_expired_access_token": "played below: a new token is asked for",
  "401.3_invalid_access_token": "played below: after a new token, the login goes on",
  "400.1_invalid_max_age": "the setting is a whole number",
  "400.2_invalid_max_age_value": { hours: 100_000, outcome: "refused", answers: [400, "OUT_OF_RANGE"] },
  "400.3_max_age_out_of_monitored_period": {
    hours: 2400,
    monitoredHours: 720,
    outcome: "refused",
    answers: [400, "OUT_OF_RANGE"],
  },
  "C02.01_phone_number_not_schema_compliant": {
    msisdn: "079 555",
    outcome: "refused",
    answers: [400, "INVALID_ARGUMENT"],
  },
  "C02.02_phone_number_not_found": {
    given: sim("unknown"),
    outcome: "notCovered",
    answers: [404, "IDENTIFIER_NOT_FOUND"],
  },
  "C02.03_unnecessary_phone_number": "played below: a token of the shop never identifies a number",
  "C02.04_missing_phone_number": "the number is always sent",
  "C02.05_phone_number_not_supported": {
    given: sim("notApplicable"),
    outcome: "notCovered",
    answers: [422, "SERVICE_NOT_APPLICABLE"],
  },
};
const PLAYED = Object.entries(SCENARIOS).flatMap(([tag, scenario]) =>
  typeof scenario === "string" ? [] : [[tag, scenario] as const],
);

test.each(PLAYED)("%s", async (_tag, { given, hours = 72, msisdn = MSISDN, outcome, answers, ...options }) => {
  const started = await camara(options);
  given?.(started);
  const answer = await started.network.simSwapped(msisdn, hours);
  expect(answer).toBe(["yes", "no", "notCovered"].includes(outcome) ? outcome : "unanswered");
  expect(started.outcomes).toEqual([outcome]);
  const { calls, url } = started.camara;
  const [asked] = checks(calls);
  if (answers[1] === null || answers[1] === "IDENTIFIER_NOT_FOUND")
    expect(camaraMistakes("sim-swap#/$defs/CreateCheckSimSwap", asked?.json())).toEqual([]);
  expect(asked?.json()).toEqual({ phoneNumber: `+${msisdn}`, maxAge: hours });
  expect(camaraMistakes("sim-swap#/$defs/XCorrelator", asked?.headers["x-correlator"])).toEqual([]);
  const { status, body, correlator } = await repeated(url, calls);
  expect(camaraMistakes(`sim-swap#/$defs/${status === 200 ? "CheckSimSwapInfo" : "ErrorInfo"}`, body)).toEqual([]);
  expect([status, "code" in body ? body.code : null]).toEqual(answers);
  expect(correlator).toBe(asked?.headers["x-correlator"]);
});

describe("a token", () => {
  test("is asked for with one purpose, and kept until shortly before it ends", async () => {
    const { camara: platform, network } = await camara();
    await Promise.all([network.simSwapped(MSISDN, 72), network.simSwapped(MSISDN, 72)]);
    time.now += 269_000;
    await network.simSwapped(MSISDN, 72);
    expect(tokensAsked(platform.calls)).toBe(1);
    time.now += 2000;
    expect(await network.simSwapped(MSISDN, 72)).toBe("no");
    expect(tokensAsked(platform.calls)).toBe(2);
    const form = new URLSearchParams(platform.calls[0]?.raw.toString());
    expect(Object.fromEntries(form)).toEqual({
      grant_type: "client_credentials",
      scope: "dpv:FraudPreventionAndDetection sim-swap:check",
    });
  });

  test("that has ended before its time is replaced once", async () => {
    const { camara: platform, network, outcomes } = await camara();
    await network.simSwapped(MSISDN, 72);
    platform.endTokens();
    expect(await network.simSwapped(MSISDN, 72)).toBe("no");
    expect([checks(platform.calls).length, tokensAsked(platform.calls)]).toEqual([3, 2]);
    expect(outcomes).toEqual(["no", "no"]);
  });

  test("that is never accepted: there is no answer, and the log says so without the number", async () => {
    const body = { status: 401, code: "UNAUTHENTICATED", message: `not for +${MSISDN}` };
    const { fake, network, outcomes, lines } = await fixed({ status: 401, body });
    expect(await network.simSwapped(MSISDN, 72)).toBe("unanswered");
    expect([checks(fake.calls).length, tokensAsked(fake.calls)]).toEqual([2, 2]);
    expect(outcomes).toEqual(["refused"]);
    expect(lines).toEqual([{ status: 401, code: "UNAUTHENTICATED", correlator: expect.any(String) }]);
  });

  test("is not given to a client with another secret", async () => {
    const { camara: platform } = await camara();
    const { network, outcomes, lines } = connect(platform.url, { clientSecret: "another secret" });
    expect(await network.simSwapped(MSISDN, 72)).toBe("unanswered");
    expect([outcomes, lines]).toEqual([["refused"], [{ status: 401 }]]);
    expect(checks(platform.calls)).toEqual([]);
  });

  test("without a usable answer of its server: no answer, and no SIM is asked about", async () => {
    const tokens = [
      [{ status: 500 }, "down"],
      [{ body: {} }, "unreadable"],
      [{ body: { ...TOKEN, token_type: "mac" } }, "unreadable"],
    ] as const;
    for (const [token, outcome] of tokens) {
      const { fake, network, outcomes } = await fixed({ body: { swapped: true } }, token);
      expect(await network.simSwapped(MSISDN, 72)).toBe("unanswered");
      expect([outcomes, checks(fake.calls)]).toEqual([[outcome], []]);
    }
  });

  test("of a client whose name and secret have other characters is asked for as RFC 6749 says", async () => {
    const { fake, network } = await fixed({ body: { swapped: false } }, { body: TOKEN }, { clientSecret: "a:b ü" });
    await network.simSwapped(MSISDN, 72);
    const basic = String(fake.calls[0]?.headers.authorization).replace("Basic ", "");
    expect(Buffer.from(basic, "base64").toString()).toBe("kasse-shop:a%3Ab+%C3%BC");
  });
});

describe("an answer of the network", () => {
  const error = (status: number, code: string) => ({ status, body: { status, code, message: "…" } });
  test.each<[FakeAnswer, NetworkOutcome]>([
    [error(403, "PERMISSION_DENIED"), "refused"],
    [error(404, "NOT_FOUND"), "notCovered"],
    [error(422, "UNNECESSARY_IDENTIFIER"), "refused"],
    [error(422, "MISSING_IDENTIFIER"), "refused"],
    [error(429, "TOO_MANY_REQUESTS"), "busy"],
    [error(429, "QUOTA_EXCEEDED"), "busy"],
    [{ status: 500 }, "down"],
    [{ status: 302, headers: { location: "/elsewhere" } }, "down"],
    [{ body: "<html>" }, "down"],
    [{ body: { swapped: "true" } }, "unreadable"],
  ])("%j is counted as %s, and no answer", async (answer, outcome) => {
    const { network, outcomes } = await fixed(answer);
    expect(await network.simSwapped(MSISDN, 72)).toBe(outcome === "notCovered" ? outcome : "unanswered");
    expect(outcomes).toEqual([outcome]);
  });

  test("that comes too late is none, with token and question in one time limit", async () => {
    // Each alone would be in time, both together are not.
    const slowly = async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return { body: { swapped: true } };
    };
    const slowToken = async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return { body: TOKEN };
    };
    const { network, outcomes } = await fixed(slowly, slowToken, { timeoutMs: 1000 });
    expect(await network.simSwapped(MSISDN, 72)).toBe("unanswered");
    expect(outcomes).toEqual(["down"]);
  });

  test("that fails five times in a row: the network is left alone", async () => {
    const { fake, network, outcomes } = await fixed({ status: 503 });
    for (let round = 0; round < 6; round++) expect(await network.simSwapped(MSISDN, 72)).toBe("unanswered");
    expect(outcomes).toEqual([...Array<string>(5).fill("down"), "skipped"]);
    expect(checks(fake.calls)).toHaveLength(5);
    expect(network.isResting()).toBe(true);
  });
});
