import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import * as v from "valibot";
import { createBreaker } from "#server/platform/breaker.ts";
import { readJson, send, type OutgoingAnswer } from "#server/platform/http/json-client.ts";
import type { OpenIdProvider } from "#server/platform/openid-provider.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { NetworkPort } from "#server/sale/identity/network.ts";
import { issuerOf } from "./issuer.ts";
import { Busy, ErrorCode, outcomeOfFailure, type CountNetworkCall, type NetworkOutcome } from "./outcomes.ts";

/** What the shop's client asks for: exactly one purpose, and the smallest scope of the call. */
export const LOGIN_SCOPE = "openid dpv:FraudPreventionAndDetection number-verification:device-phone-number:read";

type Settings = {
  /** The API root, to which `/number-verification/v2/…` is appended. */
  readonly url: string;
  readonly tokenUrl: string;
  /** Time limit of each request, in ms. */
  readonly timeoutMs?: number;
  /** How long the network is not called after repeated failures, in ms. */
  readonly restMs: number;
};
type Logins = Pick<OpenIdProvider, "loginAddress" | "identify">;

/** Short, because a shopper waits for it. */
const TIMEOUT_MS = 2000;

/** After this many consecutive failures, the network is not called for some time, so that the text comes at once. */
const FAILURES = 5;

const WHAT = "network /device-phone-number";
const Shared = v.object({ devicePhoneNumber: v.pipe(v.string(), v.regex(/^\+[1-9][0-9]{4,14}$/)) });

/** The MSISDN, or how the question ended without one. */
type Found = { readonly msisdn: string } | { readonly outcome: Exclude<NetworkOutcome, "yes" | "no" | "notAvailable"> };

/**
 * Recognises phones by CAMARA's Number Verification API, version 2: OpenID Connect's code flow over the phone's mobile
 * data, then `device-phone-number`. `connect`: returns a client of the authorisation server with this issuer, which is
 * found with the first login, so that the shop can start without it.
 */
export function numberVerification(
  { url, tokenUrl, timeoutMs = TIMEOUT_MS, restMs }: Settings,
  needs: {
    readonly connect: (issuer: string) => Logins;
    readonly log: Pick<Logger, "error" | "warn">;
    readonly count: CountNetworkCall;
  },
): Pick<NetworkPort, "loginAddress" | "phoneNumber"> & { isResting(): boolean } {
  const { connect, log, count } = needs;
  // Two, because a login that starts must not hide that no number comes.
  const starts = createBreaker("network logins", { failures: FAILURES, restMs });
  const answers = createBreaker("network numbers", { failures: FAILURES, restMs });
  let logins: Logins | null = null;
  const find = async () => (logins ??= connect(await issuerOf(tokenUrl, timeoutMs)));

  function outcomeOf({ status, ok, text }: OutgoingAnswer, correlator: string): Found {
    if (status === 429) throw new Busy(`${WHAT}: status 429`);
    const number = ok ? readJson(Shared, text)?.devicePhoneNumber : undefined;
    if (number !== undefined) return { msisdn: number.slice(1) };
    if (ok || status < 400 || status >= 500) throw new Unavailable(`${WHAT}: status ${status}, or no readable answer`);
    const code = readJson(ErrorCode, text)?.code ?? null;
    if (code === "NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK") return { outcome: "notCovered" };
    log.error({ status, code, correlator }, "the network refuses to tell a number: check the settings NETWORK_…");
    return { outcome: "refused" };
  }

  const failed = (error: unknown, correlator: string) => {
    const outcome = outcomeOfFailure(error);
    if (outcome !== "skipped") log.warn({ error: String(error), correlator }, "the network did not recognise a phone");
    return outcome;
  };

  return {
    isResting: () => starts.isOpen || answers.isOpen,
    async loginAddress(secrets, returnAddress) {
      try {
        return await starts.run(async () => (await find()).loginAddress(secrets, returnAddress));
      } catch (error) {
        count("numberVerification", failed(error, randomUUID()));
        return null;
      }
    },
    async phoneNumber(secrets, returned) {
      const correlator = randomUUID();
      const ask = async (): Promise<Found> => {
        const login = await (await find()).identify(secrets, returned);
        // The phone is on Wi-Fi, behind a relay or in another network, or this is not the answer to this login.
        if (login.kind !== "identified") return { outcome: login.kind === "denied" ? "notCovered" : "refused" };
        const answer = await send(WHAT, {
          url: `${url}/number-verification/v2/device-phone-number`,
          method: "GET",
          headers: {
            authorization: `Bearer ${login.identity.accessToken}`,
            accept: "application/json",
            "x-correlator": correlator,
          },
          timeoutMs,
        });
        return outcomeOf(answer, correlator);
      };
      const found = await answers.run(ask).catch((error: unknown): Found => ({ outcome: failed(error, correlator) }));
      count("numberVerification", "msisdn" in found ? "yes" : found.outcome);
      return "msisdn" in found ? found.msisdn : null;
    },
  };
}
