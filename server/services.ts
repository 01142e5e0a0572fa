import type { KeyObject } from "node:crypto";
import type { Law } from "#core/law/law.ts";
import type { Logger } from "pino";
import type { ArticleQueue } from "./shop/stock/article-queue.ts";
import type { CatalogueStore } from "./shop/catalogue/store.ts";
import type { Periods } from "./config/periods.ts";
import type { Config, LimitName } from "./config/config.ts";
import type { CustomerSystems } from "./sale/customer/customer-systems.ts";
import type { Database } from "./platform/database/database.ts";
import type { EidPort } from "#server/sale/document/eid/port.ts";
import type { DocumentStore } from "./sale/document/keep.ts";
import type { Uploads } from "./sale/document/upload.ts";
import type { EsimPort } from "./sale/esim/port.ts";
import type { MailPort, SmsPort } from "./platform/mail-and-sms/ports.ts";
import type { Brand } from "./shop/brand/brand.ts";
import type { Experiments } from "./shop/experiments/live-experiments.ts";
import type { HandoverPort } from "./sale/order/handover.ts";
import type { Seals } from "./platform/encryption/seals.ts";
import type { Limits } from "./api/limits.ts";
import type { SecurityLog } from "./platform/security/security-log.ts";
import type { OpenIdProvider } from "./platform/openid-provider.ts";
import type { NumberPoolPort } from "./shop/phone-numbers/pool.ts";
import type { PaymentProvider } from "./sale/payment/provider.ts";

/** Everything that capabilities may use. Created once at the start and passed to them; there is no global state. */
export type Services = {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly articleQueue: ArticleQueue;
  readonly brand: Brand;
  readonly experiments: Experiments;
  readonly law: Law;
  readonly customers: CustomerSystems;
  readonly payments: PaymentProvider;
  /** Where earlier payments were begun, for what is left of them. */
  readonly earlierPayments: readonly PaymentProvider[];
  /** The verifier of e-IDs; null: the shop takes none. */
  readonly eid: EidPort | null;
  /** At which the operator's people log in; null if they are invited. */
  readonly loginProvider: OpenIdProvider | null;
  readonly documents: DocumentStore;
  readonly uploads: Uploads;
  /** Null: no texts are sent, and nobody logs in by one. */
  readonly sms: SmsPort | null;
  readonly mail: MailPort;
  readonly handover: HandoverPort;
  /** Null: the shop sells SIM cards only. */
  readonly esims: EsimPort | null;
  /** Where new numbers come from; null if only from files. */
  readonly numbers: { readonly port: NumberPoolPort; readonly low: number } | null;
  /** The key that document numbers are hashed with. */
  readonly documentNumberKey: Buffer;
  /** The key that the cookies of known browsers are signed with. */
  readonly knownBrowserKey: KeyObject;
  readonly limits: Limits<LimitName>;
  readonly seals: Seals;
  readonly security: SecurityLog;
  /** The current time, for all rules. */
  readonly now: () => Date;
  readonly periods: Periods;
};
