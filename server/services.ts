import type { Logger } from "pino";
import type { CatalogueStore } from "./catalogue/store.ts";
import type { Config } from "./config/config.ts";
import type { CustomerSystems } from "./customer/customer-systems.ts";
import type { Database } from "./database/database.ts";
import type { DocumentStore } from "./document/document-store.ts";
import type { EsimPort } from "./esim/port.ts";
import type { MailPort, SmsPort } from "./messages/ports.ts";
import type { Brand } from "./brand/brand.ts";
import type { HandoverPort } from "./order/handover-port.ts";
import type { PaymentProvider } from "./payment/provider.ts";

/** Everything a capability may use, made once at start and handed down; nothing is ambient. */
export type Services = {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly brand: Brand;
  readonly customers: CustomerSystems;
  readonly payments: PaymentProvider;
  readonly documents: DocumentStore;
  readonly sms: SmsPort;
  readonly mail: MailPort;
  readonly handover: HandoverPort;
  readonly esims: EsimPort;
  /** The moment that rules count from. */
  readonly now: () => Date;
};
