import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import * as v from "valibot";
import { createBreaker } from "#server/platform/breaker.ts";
import type { Clock } from "#server/platform/clock.ts";
import { readJson, send, type OutgoingAnswer } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { NetworkPort, SimSwapped } from "#server/sale/identity/network.ts";
import { createAccessTokens, type ClientSettings } from "./access-tokens.ts";
import { Busy, ErrorCode, outcomeOfFailure, type CountNetworkCall, type NetworkOutcome } from "./outcomes.ts";

export type SimSwapSettings = ClientSettings & {
  /** The API root, to which `/sim-swap/v2/…` is appended. */
  readonly url: string;
  /** Time limit of one question with its token, in ms. */
  readonly timeoutMs?: number;
  /** How long the network is not called after repeated failures, in ms. */
  readonly restMs: number;
};

/** Short, because a shopper waits for it. */
const TIMEOUT_MS = 2000;

/** After this many consecutive failures, the network is not called for some time, so that logins need not wait. */
const FAILURES = 5;

/** Exactly one purpose, and the smallest scope of the call. */
const SCOPE = "dpv:FraudPreventionAndDetection sim-swap:check";

const WHAT = "network /sim-swap/check";
const Swapped = v.object({ swapped: v.boolean() });

const ANSWERS: Readonly<Partial<Record<NetworkOutcome, SimSwapped>>> = { yes: "yes", no: "no" };

/**
 * Asks the operator's network by CAMARA's SIM Swap API, version 2. `isResting`: returns whether it is not
 * called at present, because it failed repeatedly.
 */
export function simSwap(
  { url, timeoutMs = TIMEOUT_MS, restMs, ...client }: SimSwapSettings,
  needs: { readonly log: Pick<Logger, "error" | "warn">; readonly now: Clock; readonly count: CountNetworkCall },
): Pick<NetworkPort, "simSwapped"> & { isResting(): boolean } {
  const { log, count } = needs;
  const breaker = createBreaker("network", { failures: FAILURES, restMs });
  const tokens = createAccessTokens({ ...client, scope: SCOPE }, needs);

  async function check(body: object, correlator: string): Promise<NetworkOutcome> {
    const end = performance.now() + timeoutMs;
    const left = () => Math.max(1, Math.ceil(end - performance.now()));
    const ask = (token: string) =>
      send(WHAT, {
        url: `${url}/sim-swap/v2/check`,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json",
          "x-correlator": correlator,
        },
        body: JSON.stringify(body),
        timeoutMs: left(),
      });
    const token = await tokens.get(left());
    if (token === null) return "refused";
    const first = await ask(token);
    if (first.status !== 401) return outcomeOf(first, correlator);
    // A token can end before its time, for example when the network changes its keys.
    tokens.forget(token);
    const next = await tokens.get(left());
    return next === null ? "refused" : outcomeOf(await ask(next), correlator);
  }

  function outcomeOf({ status, ok, text }: OutgoingAnswer, correlator: string): NetworkOutcome {
    if (status === 429) throw new Busy(`${WHAT}: status 429`);
    const swapped = ok ? readJson(Swapped, text)?.swapped : undefined;
    if (swapped !== undefined) return swapped ? "yes" : "no";
    if (ok || status < 400 || status >= 500) throw new Unavailable(`${WHAT}: status ${status}, or no readable answer`);
    const code = readJson(ErrorCode, text)?.code ?? null;
    // The number is of another network, or of a kind that the network does not check.
    if (status === 404 || code === "SERVICE_NOT_APPLICABLE") return "notCovered";
    log.error({ status, code, correlator }, "the network refuses the SIM swap check: check the settings NETWORK_…");
    return "refused";
  }

  return {
    isResting: () => breaker.isOpen,
    async simSwapped(msisdn, hours) {
      const correlator = randomUUID();
      const body = { phoneNumber: `+${msisdn}`, maxAge: hours };
      const outcome = await breaker
        .run(() => check(body, correlator))
        .catch((error: unknown): NetworkOutcome => {
          const failed = outcomeOfFailure(error);
          if (failed !== "skipped")
            log.warn({ error: String(error), correlator }, "the network did not say whether a SIM has changed");
          return failed;
        });
      count("simSwap", outcome);
      return ANSWERS[outcome] ?? "unknown";
    },
  };
}
