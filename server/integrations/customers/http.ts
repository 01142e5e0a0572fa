import { BaseRecord, baseCustomerOf } from "./base-record.ts";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { ExponentialBackoff, handleWhen, retry } from "cockatiel";
import { ALTERNATIVES, SOLVENCY_CHECKS } from "#core/catalogue/codes.ts";
import { parseDay } from "#core/time/dates.ts";
import { TRANSFER_REASONS } from "#core/phone-numbers/transfer-states.ts";
import { normaliseEmail } from "#server/sale/identity/accounts.ts";
import { spendHashingTime } from "#server/authentication/passwords.ts";
import { type ClientCertificate, askJson, type Play } from "#server/platform/http/json-client.ts";
import { createBreaker, CircuitOpen } from "#server/platform/breaker.ts";
import { Unavailable, Unreadable } from "#server/platform/unavailable.ts";
import type { CustomerSystems } from "#server/sale/customer/customer-systems.ts";
import type { BaseCustomer } from "#server/sale/identity/profile.ts";

export type OperatorSettings = {
  readonly url: string;
  readonly secret: string;
  /** The client certificate, for mutual TLS. */
  readonly certificate?: ClientCertificate | null;
  readonly timeoutMs?: number;
  /** How long a system is not called after repeated failures, in ms. */
  readonly restMs: number;
  readonly play?: Play;
};

/**
 * Timeout of one attempt, in ms. A call that is retried can take three times as long, plus the delays between attempts.
 */
const TIMEOUT_MS = 3000;

/**
 * After this many consecutive failures, a system is not called for some time, so that calls fail at once instead of
 * waiting.
 */
const FAILURES = 5;

const isWorthRepeating = (error: unknown) =>
  error instanceof Unavailable && !(error instanceof CircuitOpen || error instanceof Unreadable);

const Customer = v.object({ customer: v.nullable(BaseRecord) });
/** A schema for one of these words. An unknown word is treated as absent, because it only explains a result. */
const known = <const Words extends readonly string[]>(words: Words) =>
  v.fallback(mayBeAbsent(v.picklist(words)), undefined);

/** A day, `YYYY-MM-DD`. */
const DayText = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const day = parseDay(dataset.value);
    if (day) return day;
    addIssue({ message: "is no day" });
    return NEVER;
  }),
);

const Transfer = v.object({
  refused: v.array(v.picklist(["mnpMsisdn", "puk"])),
  reason: known(TRANSFER_REASONS),
  // The shopper is promised this day, so if it is unreadable, the whole response is invalid.
  earliest: mayBeAbsent(DayText),
});

const Verdict = v.object({
  solvent: v.boolean(),
  // If the word is unknown, an automated check has refused, but which one cannot be said.
  check: mayBeAbsent(v.fallback(v.picklist(SOLVENCY_CHECKS), "automated")),
  // If the list is unreadable, the whole response is invalid, so that no alternative is offered by mistake.
  accepts: mayBeAbsent(
    v.pipe(
      v.array(v.string()),
      v.transform((kinds) => ALTERNATIVES.filter((each) => kinds.includes(each))),
    ),
  ),
});

/**
 * Returns the operator's systems over HTTP (docs/operator-systems.md), each with its own circuit breaker. Lookups are
 * retried. Password checks are not, because the system counts attempts, and neither are solvency checks, because they
 * may cost money and leave a trace. `circuits`: returns whether each breaker is open.
 */
export function httpCustomers(
  settings: OperatorSettings,
): CustomerSystems & { circuits(): Readonly<Record<string, boolean>> } {
  const system = (name: string) => {
    const breaker = createBreaker(name, { failures: FAILURES, restMs: settings.restMs });
    const retrying = retry(handleWhen(isWorthRepeating), {
      maxAttempts: 2,
      backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 500 }),
    });
    const once = <Schema extends v.GenericSchema>(path: string, schema: Schema, question: object) =>
      breaker.run(() => post(settings, path, schema, question));
    return {
      name,
      breaker,
      once,
      ask: <Schema extends v.GenericSchema>(path: string, schema: Schema, question: object) =>
        retrying.execute(() => once(path, schema, question)),
    };
  };
  const [base, transfers, solvency, checks] = [
    system("customer base"),
    system("number transfer"),
    system("solvency"),
    system("checks"),
  ];
  return {
    circuits: () =>
      Object.fromEntries([base, transfers, solvency, checks].map(({ name, breaker }) => [name, breaker.isOpen])),
    async findByEmail(email) {
      const { customer } = await base.ask("/customers/find", Customer, { email });
      return onlyIf(customer, ({ email: found }) => normaliseEmail(found) === email);
    },
    async findByMsisdn(msisdn) {
      const { customer } = await base.ask("/customers/find", Customer, { msisdn });
      return onlyIf(customer, ({ profile }) => profile.phone === msisdn);
    },
    async checkPassword(email, password) {
      const asked = base.once("/customers/check-password", Customer, { email, password });
      // The customer base may respond very quickly. The total time must not reveal whether the password was set in the
      // shop.
      const [{ customer }] = await Promise.all([asked, spendHashingTime(password)]);
      return onlyIf(customer, ({ email: found }) => normaliseEmail(found) === email);
    },
    checkTransfer: (transfer) => transfers.ask("/transfers/check", Transfer, transfer),
    isDocumentUsed: async ({ number, type, country }) =>
      (
        await checks.ask("/documents/check", v.object({ used: v.boolean() }), {
          documentNumber: number,
          documentType: type,
          issuingCountry: country,
        })
      ).used,
    isAddressBad: async (address) =>
      (await checks.ask("/addresses/check", v.object({ bad: v.boolean() }), address)).bad,
    checkSolvency: (person) => solvency.once("/solvency/check", Verdict, person),
  };
}

/**
 * Checks that the base returned the customer who was requested, so that a faulty base cannot log anyone in as another
 * person.
 */
function onlyIf(
  record: v.InferOutput<typeof BaseRecord> | null,
  isWanted: (customer: BaseCustomer) => boolean,
): BaseCustomer | null {
  if (!record) return null;
  const customer = baseCustomerOf(record);
  if (isWanted(customer)) return customer;
  throw new Unreadable("the customer base answered with a different customer than requested");
}

/**
 * Sends data in the body, so that access logs along the way contain no personal data. Errors contain only the path and
 * status.
 */
function post<Schema extends v.GenericSchema>(
  { url, secret, timeoutMs = TIMEOUT_MS, certificate, play }: OperatorSettings,
  path: string,
  schema: Schema,
  question: object,
): Promise<v.InferOutput<Schema>> {
  return askJson(`operator ${path}`, schema, {
    url: url + path,
    headers: { authorization: `Bearer ${secret}` },
    body: question,
    timeoutMs,
    certificate,
    play,
  });
}
