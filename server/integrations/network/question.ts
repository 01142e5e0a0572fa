import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type * as v from "valibot";
import { createBreaker } from "#server/platform/breaker.ts";
import type { Clock } from "#server/platform/clock.ts";
import { readAnswer, readJson, send, type OutgoingAnswer } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { createAccessTokens, type ClientSettings } from "./access-tokens.ts";
import { Busy, ErrorCode, outcomeOfFailure, type CountNetworkCall, type NetworkOutcome } from "./outcomes.ts";

export type QuestionSettings = ClientSettings & {
  /** The API root, to which the path of each API is appended. */
  readonly url: string;
  /** Time limit of one question with its token, in ms. */
  readonly timeoutMs?: number;
  /** How long an API is not called after repeated failures, in ms. */
  readonly restMs: number;
};
export type QuestionNeeds = {
  readonly log: Pick<Logger, "error" | "warn">;
  readonly now: Clock;
  readonly count: CountNetworkCall;
};

/** A call of an API, and what its answers mean. */
type About<Answer> = {
  readonly api: Parameters<CountNetworkCall>[0];
  /** What the log calls it. */
  readonly name: string;
  readonly path: string;
  /** The purpose (`dpv:…`) and the smallest scope of the call. */
  readonly scope: string;
  readonly schema: v.GenericSchema<unknown, Answer>;
  readonly outcomeOf: (answer: Answer) => NetworkOutcome;
};

/** Short, because a shopper waits for it. */
const TIMEOUT_MS = 2000;

/**
 * Refusals that are no mistake of the setup: the number is of another network or of a kind that the network does not
 * check, or the network wants the number of an identity document, which it does not get (ADR 66).
 */
const EXPECTED = /(?:^|\.)(?:SERVICE_NOT_APPLICABLE|ID_DOCUMENT_REQUIRED)$/;

/** After this many consecutive failures, an API is not called for some time, so that shoppers need not wait. */
const FAILURES = 5;

type Asked<Answer> = { readonly outcome: NetworkOutcome; readonly answer: Answer | null };
const noAnswer = (outcome: NetworkOutcome) => ({ outcome, answer: null });

/**
 * Creates a question about a number to the network, asked with a token of the shop itself. `ask`: returns the outcome,
 * which is counted, and the answer, if there is one. `isResting`: returns whether it is not asked at present, because
 * it failed repeatedly.
 */
export function createQuestion<Answer>(
  { api, name, path, scope, schema, outcomeOf }: About<Answer>,
  { url, timeoutMs = TIMEOUT_MS, restMs, ...client }: QuestionSettings,
  needs: QuestionNeeds,
): { ask(body: object): Promise<Asked<Answer>>; isResting(): boolean } {
  const { log, count } = needs;
  const what = `network ${path}`;
  const breaker = createBreaker(what, { failures: FAILURES, restMs });
  const tokens = createAccessTokens({ ...client, scope }, needs);

  async function call(body: object, correlator: string): Promise<Asked<Answer>> {
    const end = performance.now() + timeoutMs;
    const left = () => Math.max(1, Math.ceil(end - performance.now()));
    const ask = (token: string) =>
      send(what, {
        url: `${url}${path}`,
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
    if (token === null) return noAnswer("refused");
    const first = await ask(token);
    if (first.status !== 401) return read(first, correlator);
    // A token can end before its time, for example when the network changes its keys.
    tokens.forget(token);
    const next = await tokens.get(left());
    return next === null ? noAnswer("refused") : read(await ask(next), correlator);
  }

  function read({ status, ok, text }: OutgoingAnswer, correlator: string): Asked<Answer> {
    if (status === 429) throw new Busy(`${what}: status 429`);
    if (ok) {
      const answer = readAnswer(what, schema, text);
      return { outcome: outcomeOf(answer), answer };
    }
    if (status < 400 || status >= 500) throw new Unavailable(`${what}: status ${status}`);
    const code = readJson(ErrorCode, text)?.code ?? null;
    if (status === 404 || (code !== null && EXPECTED.test(code))) return noAnswer("notCovered");
    log.error({ status, code, correlator }, `the network refuses the ${name}: check the settings NETWORK_…`);
    return noAnswer("refused");
  }

  return {
    isResting: () => breaker.isOpen,
    async ask(body) {
      const correlator = randomUUID();
      const asked = await breaker
        .run(() => call(body, correlator))
        .catch((error: unknown): Asked<Answer> => {
          const failed = outcomeOfFailure(error);
          const line = { error: String(error), correlator };
          if (failed === "unreadable") log.error(line, `an answer to the ${name} cannot be read`);
          else if (failed !== "skipped") log.warn(line, `the network did not answer the ${name}`);
          return noAnswer(failed);
        });
      count(api, asked.outcome);
      return asked;
    },
  };
}
