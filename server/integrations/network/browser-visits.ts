import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type * as v from "valibot";
import { createBreaker } from "#server/platform/breaker.ts";
import { readAnswer, readJson, send, type OutgoingAnswer } from "#server/platform/http/json-client.ts";
import type { LoginSecrets, OpenIdProvider } from "#server/platform/openid-provider.ts";
import { Unavailable, within } from "#server/platform/unavailable.ts";
import { issuerOf } from "./issuer.ts";
import { Busy, ErrorCode, outcomeOfFailure, type CountNetworkCall, type NetworkOutcome } from "./outcomes.ts";

export type VisitSettings = {
  /** The API root, to which the path of each API is appended. */
  readonly url: string;
  readonly tokenUrl: string;
  /** Time limit of a question with everything before it, in ms. */
  readonly timeoutMs?: number;
  /** How long the network is not called after repeated failures, in ms. */
  readonly restMs: number;
};
export type VisitNeeds = {
  /** Returns a client of the authorisation server with this issuer. */
  readonly connect: (issuer: string) => Pick<OpenIdProvider, "loginAddress" | "identify">;
  readonly log: Pick<Logger, "error" | "warn">;
  readonly count: CountNetworkCall;
};

/** An API that answers about the phone whose browser has visited the network. */
type Api<Value> = {
  readonly api: Parameters<CountNetworkCall>[0];
  readonly method: "GET" | "POST";
  /** The path below the API root. */
  readonly path: string;
  /** Reads the value from a successful answer. */
  readonly schema: v.GenericSchema<unknown, Value>;
  /** Codes of answers below 500 that are no mistake of the setup. */
  readonly notCovered: readonly string[];
};
/** The value, or how the question ended without one. */
type Found<Value> =
  | { readonly value: Value }
  | { readonly outcome: Exclude<NetworkOutcome, "yes" | "no" | "notAvailable"> };

/** Short, because a shopper waits for it. */
const TIMEOUT_MS = 2000;

/** After this many consecutive failures, the network is not called for some time, so that shoppers need not wait. */
const FAILURES = 5;

/**
 * Creates the visits of browsers to the network, in which it recognises the phone by its mobile data: OpenID Connect's
 * code flow, and then one call with the token of that visit. The authorisation server is found with the first visit, so
 * that the shop can start without it.
 */
export function createBrowserVisits<Value>(
  { api, method, path, schema, notCovered }: Api<Value>,
  { url, tokenUrl, timeoutMs = TIMEOUT_MS, restMs }: VisitSettings,
  { connect, log, count }: VisitNeeds,
) {
  const what = `network ${path.slice(path.lastIndexOf("/"))}`;
  // Two, because a visit that starts must not hide that no answer comes.
  const starts = createBreaker("network visits", { failures: FAILURES, restMs });
  const answers = createBreaker("network answers", { failures: FAILURES, restMs });
  let client: ReturnType<typeof connect> | null = null;
  const find = async () => (client ??= connect(await issuerOf(tokenUrl, timeoutMs)));

  function foundIn({ status, ok, text }: OutgoingAnswer, correlator: string): Found<Value> {
    if (status === 429) throw new Busy(`${what}: status 429`);
    if (ok) return { value: readAnswer(what, schema, text) };
    if (status < 400 || status >= 500) throw new Unavailable(`${what}: status ${status}`);
    const code = readJson(ErrorCode, text)?.code ?? null;
    if (code !== null && notCovered.includes(code)) return { outcome: "notCovered" };
    log.error({ api, status, code, correlator }, "the network refuses a question: check the settings NETWORK_…");
    return { outcome: "refused" };
  }

  const failed = (error: unknown, correlator: string) => {
    const outcome = outcomeOfFailure(error);
    const line = { api, error: String(error), correlator };
    if (outcome === "unreadable") log.error(line, "an answer about a phone cannot be read");
    else if (outcome !== "skipped") log.warn(line, "the network did not answer about a phone");
    return outcome;
  };

  return {
    isResting: () => starts.isOpen || answers.isOpen,
    /** Returns the URL that the browser has to visit; null if the network cannot be asked now. */
    async address(secrets: LoginSecrets, returnAddress: string): Promise<string | null> {
      try {
        return await starts.run(async () => (await find()).loginAddress(secrets, returnAddress));
      } catch (error) {
        count(api, failed(error, randomUUID()));
        return null;
      }
    },
    /** Asks about the phone whose browser has returned. Null without an answer, which is counted with its reason. */
    async ask(secrets: LoginSecrets, returned: URL): Promise<Value | null> {
      const correlator = randomUUID();
      const end = performance.now() + timeoutMs;
      const left = () => Math.max(1, Math.ceil(end - performance.now()));
      const ask = async (): Promise<Found<Value>> => {
        const visit = await within(left(), what, async () => (await find()).identify(secrets, returned));
        // The phone is on Wi-Fi or in another network, its user refuses, or this is not the answer to this visit.
        if (visit.kind !== "identified") return { outcome: visit.kind === "denied" ? "notCovered" : "refused" };
        const answer = await send(what, {
          url: url + path,
          method,
          headers: {
            authorization: `Bearer ${visit.identity.accessToken}`,
            accept: "application/json",
            "x-correlator": correlator,
            ...(method === "POST" && { "content-type": "application/json" }),
          },
          ...(method === "POST" && { body: "{}" }),
          timeoutMs: left(),
        });
        return foundIn(answer, correlator);
      };
      const found = await answers
        .run(ask)
        .catch((error: unknown): Found<Value> => ({ outcome: failed(error, correlator) }));
      count(api, "value" in found ? "yes" : found.outcome);
      return "value" in found ? found.value : null;
    },
  };
}
