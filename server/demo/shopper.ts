import * as v from "valibot";
import { ENDPOINTS, type AnswerOf, type BodyOf } from "#contract/shop/calls.ts";
import type { ShopCall } from "#contract/call.ts";
import type { Call } from "#server/api/call.ts";
import type { Allowed } from "#server/api/limits.ts";
import { createHandlers } from "#server/handlers.ts";
import { createHistory } from "#server/sale/checkout/history.ts";
import { WITHOUT_PERSON } from "#server/sale/checkout/access.ts";
import { NO_QUEUE } from "#server/sale/launch/queue.ts";
import type { PaymentProvider } from "#server/sale/payment/provider.ts";
import { createServices, type Services } from "#server/services.ts";

type CoreCall = keyof ReturnType<typeof createHandlers>;

/** The outcome that the invented provider reports for a payment. */
type Outcome = "paid" | "declined";

const UNLIMITED: Allowed = { ok: true, value: null, giveBack: async () => undefined };

/**
 * Returns a shop for invented shoppers: the same handlers, but at a past time, and without limits, e-mails and real
 * money.
 */
export function createPast(services: Services) {
  let at = services.now();
  let outcome: Outcome = "paid";
  const now = () => at;
  const payments: PaymentProvider = {
    name: services.payments.name,
    form: null,
    brands: [],
    create: async ({ reference }) => ({ hostedId: `demo-${reference}`, redirectUrl: "/", widget: null }),
    status: async ({ reference }) =>
      outcome === "declined"
        ? { outcome }
        : { outcome, paid: { id: `demo-${reference}`, method: "TWINT", received: null } },
    cancel: async () => undefined,
    refund: async (_payment, asked) => ({ total: asked, now: asked }),
    readWebhook: () => ({ kind: "forged" }),
  };
  const past = createServices({
    ...services,
    now,
    payments,
    earlierPayments: [],
    launchQueue: NO_QUEUE,
    limits: { take: async () => UNLIMITED, takeOnce: async () => UNLIMITED },
    security: { record: () => undefined, pseudonym: services.security.pseudonym },
  });
  const handlers = createHandlers(past, new Map());
  const history = createHistory({ db: services.db, now, log: services.log, everyMs: 1000 });

  /**
   * Makes a call as the router would, with what a browser would send. Throws if it is refused, which for invented sales
   * would be a bug.
   */
  async function call<Name extends CoreCall>(
    name: Name,
    sent: Partial<Call<Name>> & { readonly sent?: BodyOf<Name> },
  ): Promise<AnswerOf<Name>> {
    const { body: schema }: ShopCall = ENDPOINTS[name];
    const request = {
      locale: "de",
      checkoutId: null,
      token: null,
      params: {},
      query: {},
      ip: "192.0.2.1",
      cookies: { read: () => null, keep: () => undefined, end: () => undefined },
      headers: {},
      raw: Buffer.alloc(0),
      file: async () => null,
      log: services.log,
      ...sent,
      body: schema === null ? null : v.parse(schema, sent.sent),
    } as unknown as Call<Name>;
    const result = await handlers[name](request);
    if (!result.ok) throw new Error(`The demo's sales: ${name} failed with ${JSON.stringify(result.failure)}`);
    const { checkoutId } = request;
    if (checkoutId !== null)
      history.note({ checkoutId, call: name, failure: null, detail: null, answer: result.value });
    return result.value;
  }

  return {
    services: past,
    call,
    /** Advances the time. */
    goTo(moment: Date): void {
      at = moment;
    },
    /** Sets the outcome of payments from now on. */
    payments(next: Outcome): void {
      outcome = next;
    },
    /**
     * Registers a shopper with a ready-made password hash, because hashing takes time and the password is never used.
     */
    async register(checkoutId: string, email: string, passwordHash: string): Promise<void> {
      await past.checkouts.update(checkoutId, () => ({
        answer: null,
        change: { ...WITHOUT_PERSON, registeredEmail: email, registeredHash: passwordHash },
      }));
    },
    async end(): Promise<void> {
      await history.stop();
    },
  };
}

export type Past = ReturnType<typeof createPast>;
