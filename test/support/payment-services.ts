import { compose } from "./compose.ts";
import { randomUUID } from "node:crypto";
import type { ProviderOutcome } from "#core/payment/payment-states.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { storedProfile, type Profile } from "#server/sale/identity/profile.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import type { ReductionKeeper } from "#server/sale/checkout/reductions.ts";
import { NO_QUEUE } from "#server/sale/launch/queue.ts";
import { createArticleQueue } from "#server/shop/stock/article-queue.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { contractKey, fingerprintOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { issueToken } from "#server/sale/identity/tokens.ts";
import { openPayment, recordHostedPage } from "#server/sale/ledger/ledger.ts";
import type { PaymentProvider } from "#server/sale/payment/provider.ts";
import { wholeForm } from "./people.ts";
import { openSaleDatabase } from "./sale-database.ts";
import { changeCheckout, type CheckoutChange } from "#server/sale/checkout/queries.ts";

/** The caller of a step of a checkout. */
export type Visitor = { readonly checkoutId: string; readonly token: string | null };

const notCalled = () => Promise.reject(new Error("This test does not expect the call"));

const KEY = Buffer.alloc(32, 1);
const CONFIG = {
  publicUrl: "http://localhost",
  handover: { provider: "sandbox" },
  esim: { provider: "sandbox" },
  documentReading: true,
  reviewDays: 3,
} as const;

/** Differences from a new solvent customer. */
export type ReadyCustomer = {
  readonly form?: Partial<CustomerForm>;
  readonly solvent?: boolean;
  readonly profile?: Profile;
  readonly change?: CheckoutChange;
};

/**
 * Creates the services for paying and ordering, on a database, with a provider that returns the outcomes set by the
 * test.
 */
export async function paymentServices() {
  const sale = await openSaleDatabase();
  /** The provider's outcome of each payment by its hosted id; it does not answer for others. */
  const outcomes = new Map<string, ProviderOutcome>();
  /** The hosted ids for which it was called. */
  const asked: string[] = [];
  const payments: PaymentProvider = {
    name: "sandbox",
    form: null,
    brands: [],
    create: notCalled,
    cancel: notCalled,
    refund: notCalled,
    readWebhook: notCalled,
    status: async ({ hostedId }) => {
      asked.push(hostedId);
      const outcome = outcomes.get(hostedId);
      if (!outcome) throw new Unavailable("the provider does not answer");
      return { outcome };
    },
  };
  const warnings: object[] = [];
  const log = {
    warn: (details: object) => void warnings.push(details),
    error: (details: object) => void warnings.push(details),
  };
  /** How each report of the provider ended, in order. */
  const webhooks: string[] = [];
  const services = compose({
    ...sale.needs,
    countWebhook: (_provider: string, outcome: string) => void webhooks.push(outcome),
    articleQueue: createArticleQueue(),
    reductions: new Map<string, ReductionKeeper>(),
    launchQueue: NO_QUEUE,
    payments,
    earlierPayments: [],
    periods: { paymentPause: 0 },
    brand: { name: "Alpenfon" },
    config: CONFIG,
    eid: null,
    documentNumberKey: KEY,
    limits: sale.limited(),
    security: sale.security,
    log,
  });

  let people = 0;
  /** Creates a checkout with a created customer and everything that an order needs. */
  async function ready(record: CheckoutRecord, customer: ReadyCustomer = {}): Promise<OpenCheckout> {
    const email = `payer${(people += 1)}@example.ch`;
    const checkout = await sale.checkout(record);
    const created = { contract: contractKey(checkout), solvent: customer.solvent ?? true };
    const accountId = await sale.account(email);
    if (customer.profile)
      await sale.query("update accounts set profile = $2 where id = $1", [accountId, storedProfile(customer.profile)]);
    const documentId = randomUUID();
    await sale.query(
      "insert into documents (id, checkout_id, storage_key, key_id, bytes) values ($1, $2, $3, 'key', 1)",
      [documentId, checkout.id, documentId],
    );
    const change = {
      accountId,
      documentId,
      form: { ...wholeForm(email), ...customer.form },
      formStage: "all",
      customerCreated: created,
      ...customer.change,
    } as const;
    await changeCheckout(sale.db, sale.needs, checkout, change);
    return sale.reload(checkout.id);
  }

  /** Returns a visitor who has only the checkout's id. */
  async function visitor(record: CheckoutRecord, change: CheckoutChange = {}): Promise<Visitor> {
    const checkout = await sale.checkout(record);
    await changeCheckout(sale.db, sale.needs, checkout, change);
    return { checkoutId: checkout.id, token: null };
  }

  /** Returns the customer of a checkout that has everything an order needs. */
  async function customer(
    record: CheckoutRecord,
    more: ReadyCustomer = {},
  ): Promise<Visitor & { readonly checkout: OpenCheckout }> {
    const checkout = await ready(record, more);
    const token = await issueToken(
      sale.db,
      { accountId: checkout.account?.id ?? "", checkoutId: checkout.id, device: null },
      sale.clock.now,
    );
    return { checkoutId: checkout.id, token, checkout };
  }

  /**
   * Creates an open payment of this version of the checkout, for half an hour. With `hostedId` null, the provider never
   * answered.
   */
  async function pay(checkout: OpenCheckout, hostedId: string | null) {
    const expiresAt = new Date(sale.clock.now.getTime() + 30 * 60_000);
    const { id: checkoutId, shown } = checkout;
    const amount = shown.quote.dueNow;
    const version = { checkoutId, amount, shown, fingerprint: fingerprintOf(checkout) };
    const opened = await openPayment(sale.db, { ...version, provider: "sandbox", expiresAt }, sale.clock.now);
    const page = { redirectUrl: "https://pay.example", widget: null, returnMac: null };
    if (hostedId) await recordHostedPage(sale.db, opened.id, { ...page, hostedId }, sale.clock.now);
    return {
      id: opened.id,
      checkout_id: checkoutId,
      provider: "sandbox",
      hosted_id: hostedId,
      amount,
      expires_at: expiresAt,
    };
  }

  return { sale, services, outcomes, asked, webhooks, warnings, ready, visitor, customer, pay };
}
export type PaymentServices = Awaited<ReturnType<typeof paymentServices>>;
