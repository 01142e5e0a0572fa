import * as v from "valibot";
import { normaliseEmail } from "#server/sale/identity/accounts.ts";
import { askJson } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/http/unavailable.ts";
import { BaseRecord, baseCustomerOf } from "./base-record.ts";
import type { CustomerSystems } from "#server/sale/customer/customer-systems.ts";
import type { BaseCustomer } from "#server/sale/identity/customer-base.ts";

export type OperatorSettings = {
  readonly url: string;
  readonly secret: string;
  /** For one try; a question that is asked again may take three times as long. */
  readonly timeoutMs: number;
  /** How long a system that failed again and again is left alone. */
  readonly restMs?: number;
};

/** So many failures in a row, and a system is left alone for a while: shoppers are told at once instead of waiting. */
const FAILURES = 5;
const REST_MS = 10_000;

const Customer = v.object({ customer: v.nullable(BaseRecord) });
const Transfer = v.object({ refused: v.array(v.picklist(["mnpMsisdn", "puk"])) });

/**
 * The operator's systems over HTTP, as `docs/operator-systems.md` describes them. Each has a circuit breaker of its own. What
 * only looks something up is asked again; a password and a person's standing are not: the one counts tries, the other may
 * cost money and leaves a trace.
 */
export async function httpCustomers(settings: OperatorSettings): Promise<CustomerSystems> {
  const { circuitBreaker, ConsecutiveBreaker, ExponentialBackoff, handleWhen, isBrokenCircuitError, retry } =
    await import("cockatiel");
  const failing = handleWhen((error) => error instanceof Unavailable);
  const system = (name: string) => {
    const breaker = circuitBreaker(failing, {
      breaker: new ConsecutiveBreaker(FAILURES),
      halfOpenAfter: settings.restMs ?? REST_MS,
    });
    const again = retry(
      handleWhen((error) => error instanceof Unavailable && !(error instanceof Resting)),
      { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 500 }) },
    );
    const once = <Schema extends v.GenericSchema>(path: string, schema: Schema, question: object) =>
      breaker
        .execute(() => post(settings, path, schema, question))
        .catch((error: unknown) => {
          throw isBrokenCircuitError(error) ? new Resting(`${name}: left alone after failures`) : error;
        });
    return {
      once,
      ask: <Schema extends v.GenericSchema>(path: string, schema: Schema, question: object) =>
        again.execute(() => once(path, schema, question)),
    };
  };
  const [base, transfers, solvency, checks] = [
    system("customer base"),
    system("number transfer"),
    system("solvency"),
    system("checks"),
  ];
  return {
    async findByEmail(email) {
      const { customer } = await base.ask("/customers/find", Customer, { email });
      return onlyIf(customer, ({ email: found }) => normaliseEmail(found) === email);
    },
    async findByMsisdn(msisdn) {
      const { customer } = await base.ask("/customers/find", Customer, { msisdn });
      return onlyIf(customer, ({ profile }) => profile.phone === msisdn);
    },
    async checkPassword(email, password) {
      const { customer } = await base.once("/customers/check-password", Customer, { email, password });
      return onlyIf(customer, ({ email: found }) => normaliseEmail(found) === email);
    },
    checkTransfer: async (transfer) => (await transfers.ask("/transfers/check", Transfer, transfer)).refused,
    isDocumentUsed: async (documentNumber) =>
      (await checks.ask("/documents/check", v.object({ used: v.boolean() }), { documentNumber })).used,
    isAddressBad: async (address) =>
      (await checks.ask("/addresses/check", v.object({ bad: v.boolean() }), address)).bad,
    isSolvent: async (person) =>
      (await solvency.once("/solvency/check", v.object({ solvent: v.boolean() }), person)).solvent,
  };
}

/** A breaker that is open is no reason to ask again at once, but is told as any system that does not answer. */
class Resting extends Unavailable {}

/** Nobody logs in as somebody else because a base answered with the wrong person. */
function onlyIf(
  record: v.InferOutput<typeof BaseRecord> | null,
  isWanted: (customer: BaseCustomer) => boolean,
): BaseCustomer | null {
  if (!record) return null;
  const customer = baseCustomerOf(record);
  if (isWanted(customer)) return customer;
  throw new Unavailable("the customer base answered with another customer than it was asked for");
}

/** Questions go in a body, so that no log on the way has persons in its addresses. Messages name path and status alone. */
function post<Schema extends v.GenericSchema>(
  { url, secret, timeoutMs }: OperatorSettings,
  path: string,
  schema: Schema,
  question: object,
): Promise<NonNullable<v.InferOutput<Schema>>> {
  return askJson(`operator ${path}`, schema, {
    url: url + path,
    headers: { authorization: `Bearer ${secret}` },
    body: question,
    timeoutMs,
  });
}
