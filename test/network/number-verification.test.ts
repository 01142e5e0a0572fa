import { afterEach, describe, expect, test } from "vitest";
import { issuerOf } from "#server/integrations/network/issuer.ts";
import { LOGIN_SCOPE, numberVerification } from "#server/integrations/network/number-verification.ts";
import type { NetworkOutcome } from "#server/integrations/network/outcomes.ts";
import { openIdProvider } from "#server/integrations/openid/provider.ts";
import { newLoginSecret, secretsOf } from "#server/platform/openid-provider.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { NETWORK, startCamara } from "#simulator/network/camara.ts";
import { startFake, type FakeAnswer, type FakeCall } from "#simulator/play/fake-server.ts";
import { failureSwitches } from "#simulator/play/switches.ts";
import { camaraMistakes } from "../support/network.ts";

const MSISDN = "41784000004";
const BACK = "https://shop.example.ch/checkout/3";
const SHARE = "/number-verification/v2/device-phone-number";
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Starts a network, on whose mobile data the browser is; `share` answers instead of the API. */
async function connected(share: FakeAnswer | null = null, scope = LOGIN_SCOPE) {
  const switches = failureSwitches();
  const camara = await startCamara({ switches });
  const api = share === null ? null : await startFake(() => share);
  stops.push(camara.stop, ...(api ? [api.stop] : []));
  camara.phone.msisdn = MSISDN;
  const outcomes: NetworkOutcome[] = [];
  const lines: object[] = [];
  const log = {
    error: (line: object) => void lines.push(line),
    warn: (line: object) => void lines.push(line),
  } as never;
  const times = { timeoutMs: 1000, restMs: 10_000 };
  const numbers = numberVerification(
    { url: (api ?? camara).url, tokenUrl: `${camara.url}/token`, ...times },
    {
      connect: (issuer) =>
        openIdProvider(
          { ...NETWORK, ...times, issuer, scope, rolesClaim: null, prompt: "none" },
          { log, now: () => new Date() },
        ),
      log,
      count: (_api, outcome) => void outcomes.push(outcome),
    },
  );
  /** Sends a browser to the network and back; returns the number that the adapter learns. */
  async function logIn(): Promise<string | null> {
    const secrets = secretsOf(newLoginSecret());
    const address = await numbers.loginAddress(secrets, BACK);
    if (address === null) return null;
    const reply = await fetch(address, { redirect: "manual" });
    return numbers.phoneNumber(secrets, new URL(reply.headers.get("location") ?? ""));
  }
  return { camara, api, switches, numbers, logIn, outcomes, lines };
}
const sharesIn = (calls: readonly FakeCall[]) => calls.filter(({ path }) => path === SHARE);

/**
 * CAMARA's scenarios by their tags: what happens here, or why it does not apply to a shop that uses the API. Kasse does
 * not call `phoneNumberVerify`, because it knows no number before.
 */
const SCENARIOS: Readonly<Record<string, string>> = {
  phone_number_share_01_generic_success_scenario: "a number",
  phone_number_share_02_success_scenario: "a number",
  "phone_number_verify_401.1_no_authorization_header": "a token is always sent",
  "phone_number_verify_401.2_expired_access_token": "the token was issued a moment ago; answered as 401.3",
  "phone_number_verify_401.3_invalid_access_token": "refused",
  "phoneNumberShare_403.1_invalid_token_permissions": "refused for its scope",
  "phoneNumberShare_403.2_not_authenticated_using_network_or_sim_based_authentication": "not covered",
};

describe("scenarios of phoneNumberShare", () => {
  const judged = async ({ calls, url }: { readonly calls: readonly FakeCall[]; readonly url: string }) => {
    const call = sharesIn(calls).at(-1);
    const headers = {
      authorization: String(call?.headers.authorization),
      "x-correlator": String(call?.headers["x-correlator"]),
    };
    const reply = await fetch(url + SHARE, { headers });
    expect(reply.headers.get("x-correlator")).toBe(headers["x-correlator"]);
    expect(camaraMistakes("number-verification#/$defs/XCorrelator", headers["x-correlator"])).toEqual([]);
    const body = (await reply.json()) as object;
    const name = reply.status === 200 ? "NumberVerificationShareResponse" : "ErrorInfo";
    expect(camaraMistakes(`number-verification#/$defs/${name}`, body)).toEqual([]);
    return { status: reply.status, body };
  };

  test("all are listed", () => {
    expect(Object.values(SCENARIOS).filter((each) => each.startsWith("a number"))).toHaveLength(2);
  });

  test("a number", async () => {
    const { camara, logIn, outcomes } = await connected();
    expect(await logIn()).toBe(MSISDN);
    expect(outcomes).toEqual(["yes"]);
    expect(await judged(camara)).toEqual({ status: 200, body: { devicePhoneNumber: `+${MSISDN}` } });
  });

  test("refused, and refused for its scope", async () => {
    const { camara, logIn, outcomes, lines } = await connected(null, "openid dpv:FraudPreventionAndDetection");
    expect(await logIn()).toBeNull();
    expect(await judged(camara)).toMatchObject({ status: 403, body: { code: "PERMISSION_DENIED" } });
    camara.endTokens();
    expect(await judged(camara)).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    expect(outcomes).toEqual(["refused"]);
    expect(lines).toEqual([
      { api: "numberVerification", status: 403, code: "PERMISSION_DENIED", correlator: expect.any(String) },
    ]);
  });

  test("not covered", async () => {
    const { camara, switches, logIn, outcomes, lines } = await connected();
    switches.set("decline", "always");
    expect(await logIn()).toBeNull();
    const code = "NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK";
    expect(await judged(camara)).toMatchObject({ status: 403, body: { code } });
    expect([outcomes, lines]).toEqual([["notCovered"], []]);
  });
});

describe("an answer of the API", () => {
  test.each<[FakeAnswer, NetworkOutcome]>([
    [{ status: 401, body: { status: 401, code: "UNAUTHENTICATED", message: "…" } }, "refused"],
    [{ status: 400, body: { status: 400, code: "INVALID_ARGUMENT", message: "…" } }, "refused"],
    [{ status: 429, body: { status: 429, code: "TOO_MANY_REQUESTS", message: "…" } }, "busy"],
    [{ status: 503 }, "down"],
    [{ body: "<html>" }, "down"],
    [{ body: { devicePhoneNumber: "0784000004" } }, "unreadable"],
  ])("%j is no login, counted as %s", async (answer, outcome) => {
    const { logIn, outcomes } = await connected(answer);
    expect(await logIn()).toBeNull();
    expect(outcomes).toEqual([outcome]);
  });

  test("that fails five times in a row: the network is left alone, although logins can start", async () => {
    const { api, numbers, logIn, outcomes } = await connected({ status: 503 });
    for (let round = 0; round < 6; round++) expect(await logIn()).toBeNull();
    expect(numbers.isResting()).toBe(true);
    expect(sharesIn(api?.calls ?? [])).toHaveLength(5);
    expect(outcomes).toEqual([...Array<string>(5).fill("down"), "skipped"]);
  });
});

describe("the issuer of a token endpoint", () => {
  const at = async (tokenPath: string, issuerPath: string, named?: { issuer?: string; token?: string }) => {
    const fake = await startFake(({ path }) =>
      path === `${issuerPath}/.well-known/openid-configuration`
        ? {
            body: {
              issuer: named?.issuer ?? fake.url + issuerPath,
              token_endpoint: named?.token ?? fake.url + tokenPath,
            },
          }
        : { status: 404 },
    );
    stops.push(fake.stop);
    const found = await issuerOf(fake.url + tokenPath, 1000).catch((error: unknown) => error);
    return typeof found === "string" ? found.replace(fake.url, "") : found;
  };
  test.each([
    ["/token", ""],
    ["/oauth2/default/v1/token", "/oauth2/default"],
    ["/realms/x/protocol/openid-connect/token", "/realms/x"],
  ])("%s is found at %s", async (tokenPath, issuerPath) => {
    expect(await at(tokenPath, issuerPath)).toBe(issuerPath);
  });

  test("is not one with another name, or of another token endpoint", async () => {
    expect(await at("/token", "", { issuer: "https://other.example.ch" })).toBeInstanceOf(Unavailable);
    expect(await at("/token", "", { token: "https://other.example.ch/token" })).toBeInstanceOf(Unavailable);
  });
});

test("the token and the question share one time limit", async () => {
  const share = { status: 200, body: { devicePhoneNumber: `+${MSISDN}` } };
  const api = await startFake(() => share);
  stops.push(api.stop);
  const outcomes: NetworkOutcome[] = [];
  const numbers = numberVerification(
    { url: api.url, tokenUrl: `${api.url}/token`, timeoutMs: 50, restMs: 10_000 },
    {
      connect: () => ({
        loginAddress: async () => BACK,
        // Without a time limit of its own.
        identify: () => new Promise(() => undefined),
      }),
      log: { error: () => undefined, warn: () => undefined } as never,
      count: (_api, outcome) => void outcomes.push(outcome),
    },
  );
  expect(await numbers.phoneNumber(secretsOf(newLoginSecret()), new URL(BACK))).toBeNull();
  expect(outcomes).toEqual(["down"]);
  expect(sharesIn(api.calls)).toEqual([]);
});
