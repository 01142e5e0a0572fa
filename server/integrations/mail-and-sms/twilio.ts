import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { readJson, send, type OutgoingAnswer, type Play } from "#server/platform/http/json-client.ts";
import { NotReached, Unavailable } from "#server/platform/unavailable.ts";
import type { SmsOutcome, SmsPort } from "#server/platform/mail-and-sms.ts";

export type TwilioOptions = {
  /** The URL to which `/2010-04-01/` is appended. */
  readonly url: string;
  readonly accountSid: string;
  /** An API key, or the account's SID with its auth token as the secret. */
  readonly apiKey: string;
  readonly apiSecret: string;
  /** A number such as `+41…`, a name, or a messaging service (`MG…`). */
  readonly sender: string;
  readonly timeoutMs?: number;
  /** Delays before retries after HTTP 429 (too many requests), in ms. */
  readonly retryDelaysMs?: readonly number[];
  readonly play?: Play;
};

const TIMEOUT_MS = 10_000;
const RETRY_DELAYS_MS = [500, 1500] as const;
/** Maximum validity of a message in seconds ("Create a Message", ValidityPeriod; a longer one is error 90007). */
const LONGEST_SECONDS = 36_000;
/**
 * Error codes about the recipient: no number (21211), opted out (21610), no mobile number (21614), a landline (21635).
 * From Twilio's error dictionary.
 */
const OF_THE_NUMBER: ReadonlySet<number> = new Set([21211, 21610, 21614, 21635]);

/** The fields read from a message, or from the error that is returned instead. */
const Answer = v.object({
  sid: mayBeAbsent(v.string()),
  status: mayBeAbsent(v.union([v.string(), v.number()])),
  code: mayBeAbsent(v.number()),
});

/**
 * Sends text messages with Twilio's Messages resource (REST API 2010-04-01, "Create a Message"). Logs neither their
 * content nor the number.
 */
export function twilioSms(options: TwilioOptions, log: Pick<Logger, "warn" | "error">): SmsPort {
  const { url, accountSid, apiKey, apiSecret, sender } = options;
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`;
  const from = sender.startsWith("MG") ? { MessagingServiceSid: sender } : { From: sender };

  const create = (fields: Record<string, string>) =>
    send("Twilio Messages", {
      url: `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`,
      headers: { authorization, accept: "application/json" },
      body: new URLSearchParams(fields),
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      play: options.play,
    });

  const later = (level: "warn" | "error", status: string): SmsOutcome => {
    log[level](
      { status },
      level === "warn" ? "Twilio accepts no texts at the moment" : "Twilio rejects texts: check settings and account",
    );
    return "later";
  };

  /** Creating a message is not idempotent, so if there is no response, the call is not repeated. */
  function outcomeOf({ status, text }: OutgoingAnswer): SmsOutcome {
    const answer = readJson(Answer, text);
    if (status === 201 && answer?.sid !== undefined)
      return answer.status === "failed" ? later("error", "failed") : "sent";
    if (status < 300 || status >= 500 || answer === null) throw new Unavailable(`Twilio Messages: HTTP ${status}`);
    const code = answer.code ?? 0;
    return OF_THE_NUMBER.has(code) ? "refused" : later("error", `HTTP ${status}, ${code}`);
  }

  return {
    async send({ to, text, validMs }) {
      const seconds = Math.min(Math.ceil(validMs / 1000), LONGEST_SECONDS);
      const fields = { To: `+${to}`, ...from, Body: text, ValidityPeriod: String(seconds) };
      for (const delay of [...(options.retryDelaysMs ?? RETRY_DELAYS_MS), null]) {
        const answer = await create(fields).catch((error: unknown) => {
          if (error instanceof NotReached) return error;
          throw error;
        });
        if (answer instanceof NotReached) return later("warn", answer.message);
        if (answer.status !== 429) return outcomeOf(answer);
        if (delay !== null) await wait(delay);
      }
      return later("warn", "HTTP 429");
    },
  };
}
