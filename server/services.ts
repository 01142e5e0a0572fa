import { createKnownBrowsers } from "./authentication/known-browser.ts";
import { deriveKey } from "./platform/encryption/keys.ts";
import { createCheckouts } from "./sale/checkout/access.ts";
import type { ReductionKeepers } from "./sale/checkout/reductions.ts";
import { createReduce } from "./sale/steps/reduce.ts";
import { createVoidOutdated } from "./sale/ledger/void-open-payments.ts";
import { createEidProofs } from "./sale/document/eid/verifications.ts";
import { createEsimSlots } from "./sale/esim/esim-slots.ts";
import { createConfirmations } from "./sale/confirmation/confirmation.ts";
import { createCustomerChecks } from "./sale/customer/checks.ts";
import { createMatchHolder } from "./sale/customer/holder-match.ts";
import { createSolvencyCheck } from "./sale/customer/solvency.ts";
import { createNumberHolds } from "./sale/customer/numbers.ts";
import { createFulfilment } from "./sale/order/fulfil.ts";
import { createOrders } from "./sale/order/finalise.ts";
import { createOrderActions } from "./sale/order/actions.ts";
import { createProviders } from "./sale/payment/providers.ts";
import { createSettlement } from "./sale/payment/settle.ts";
import { createAccounts } from "./sale/account/callers-account.ts";
import { createLogIn } from "./sale/account/log-in.ts";
import { createCheckSimSwap, type Network } from "./sale/identity/sim-swap.ts";
import { createLogInByNumber } from "./sale/account/number-login.ts";
import { createNewCheckouts } from "./sale/steps/change-record.ts";
import type { Law } from "#core/law/law.ts";
import type { Logger } from "pino";
import type { ArticleQueue } from "./shop/stock/article-queue.ts";
import type { CatalogueStore } from "./shop/catalogue/store.ts";
import type { Periods } from "./config/periods.ts";
import type { Config, LimitName } from "./config/config.ts";
import type { CustomerSystems } from "./sale/customer/customer-systems.ts";
import type { Database } from "./platform/database/database.ts";
import type { StaleReads } from "./platform/database/replica/stale-reads.ts";
import type { EidPort } from "#server/sale/document/eid/port.ts";
import { createDocumentKeeper, type DocumentStore } from "./sale/document/keep.ts";
import type { Uploads } from "./sale/document/upload.ts";
import type { EsimPort } from "./sale/esim/port.ts";
import type { MailPort, SmsPort } from "./platform/mail-and-sms.ts";
import type { Brand } from "./shop/brand/brand.ts";
import type { Experiments } from "./shop/experiments/live-experiments.ts";
import type { HandoverPort } from "./sale/order/handover.ts";
import type { Seals } from "./platform/encryption/seals.ts";
import type { Limits } from "./api/limits.ts";
import type { LaunchQueue } from "./sale/launch/queue.ts";
import type { SecurityLog } from "./platform/security/security-log.ts";
import type { OpenIdProvider } from "./platform/openid-provider.ts";
import type { NumberPoolPort } from "./shop/phone-numbers/pool.ts";
import type { NewJob } from "./platform/jobs/queue.ts";
import type { PaymentProvider } from "./sale/payment/provider.ts";
import type { CountWebhook } from "./sale/payment/calls.ts";

/** Everything that the start has connected and read before sales begin. */
type Connected = {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  /** Reads that may be seconds old, from a replica if there is one. */
  readonly reads: StaleReads;
  readonly catalogues: CatalogueStore;
  readonly articleQueue: ArticleQueue;
  readonly brand: Brand;
  readonly experiments: Experiments;
  readonly law: Law;
  readonly customers: CustomerSystems;
  readonly payments: PaymentProvider;
  /** The providers of earlier payments, which are needed to complete unfinished ones. */
  readonly earlierPayments: readonly PaymentProvider[];
  /** The verifier of e-IDs; null if the shop does not accept them. */
  readonly eid: EidPort | null;
  /** The login provider of the operator's staff; null if people are invited. */
  readonly loginProvider: OpenIdProvider | null;
  readonly documents: DocumentStore;
  readonly uploads: Uploads;
  /** Null if no text messages are sent, in which case nobody can log in by text message. */
  readonly sms: SmsPort | null;
  readonly mail: MailPort;
  readonly handover: HandoverPort;
  /** The jobs that tell other systems of orders; queued whenever there are news. */
  readonly orderNews: readonly NewJob[];
  /** What extensions decide about their reductions. */
  readonly reductions: ReductionKeepers;
  /** Null if the shop only sells SIM cards. */
  readonly esims: EsimPort | null;
  /** The source of new phone numbers; null if they only come from files. */
  readonly numbers: { readonly port: NumberPoolPort; readonly low: number } | null;
  /** The operator's mobile network; null if it is not asked. */
  readonly network: Network | null;
  /** The key for hashing document numbers. */
  readonly documentNumberKey: Buffer;
  readonly limits: Limits<LimitName>;
  readonly launchQueue: LaunchQueue;
  readonly seals: Seals;
  readonly security: SecurityLog;
  readonly countWebhook: CountWebhook;
  /** Returns the current time, for all rules. */
  readonly now: () => Date;
  readonly periods: Periods;
};

/**
 * Everything that calls and jobs can use. There is no global state: services are created at the start, once with the
 * connections of shoppers and once with those of jobs, and passed on.
 */
export type Services = ReturnType<typeof createServices>;

/**
 * Creates each capability once, from what it needs, in the order of the folders' levels, so that its users only refer
 * to the capability itself (ADR 59).
 */
export function createServices(connected: Connected) {
  const { documentNumberKey } = connected;
  const knownBrowsers = createKnownBrowsers(deriveKey(documentNumberKey, "known-browsers"));
  const checkouts = createCheckouts(connected);
  const voidOutdated = createVoidOutdated({ ...connected, checkouts });
  const documentKeeper = createDocumentKeeper(connected);
  const eidProofs = createEidProofs(connected);
  const esimSlots = createEsimSlots(connected);
  const confirmations = createConfirmations(connected);
  const customerChecks = createCustomerChecks(connected);
  const checkSolvency = createSolvencyCheck(connected);
  const matchHolder = createMatchHolder(connected);
  const checkSimSwap = createCheckSimSwap(connected);
  const numberHolds = createNumberHolds(connected);
  const fulfilment = createFulfilment(connected);
  const orders = createOrders({ ...connected, checkouts, fulfilment });
  const orderActions = createOrderActions(connected, fulfilment);
  const providers = createProviders(connected);
  const settlement = createSettlement({ ...connected, orders, providers });
  const accounts = createAccounts(connected);
  const logIn = createLogIn({ ...connected, checkouts, knownBrowsers });
  const logInByNumber = createLogInByNumber({ ...connected, logIn, checkSimSwap });
  const newCheckouts = createNewCheckouts({ ...connected, checkouts });
  const reduce = createReduce({ ...connected, checkouts, voidOutdated });
  const linkKey = deriveKey(documentNumberKey, "mailed-links");
  return {
    ...connected,
    knownBrowsers,
    checkouts,
    voidOutdated,
    documentKeeper,
    eidProofs,
    esimSlots,
    confirmations,
    customerChecks,
    checkSolvency,
    matchHolder,
    checkSimSwap,
    numberHolds,
    orders,
    orderActions,
    providers,
    settlement,
    accounts,
    logIn,
    logInByNumber,
    newCheckouts,
    reduce,
    linkKey,
  };
}
