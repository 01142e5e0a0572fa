import type { Logger } from "pino";
import type { AuditOutcome } from "#core/desk/audit-outcome.ts";
import type { DeskAction } from "#core/desk/audit-actions.ts";
import type { Law } from "#core/law/law.ts";
import type { Config } from "#server/config/config.ts";
import type { Periods } from "#server/config/periods.ts";
import type { AuditEntry } from "#server/operator/audit/chain.ts";
import type { KnownBrowsers } from "#server/authentication/known-browser.ts";
import type { Limits } from "#server/api/limits.ts";
import type { Offers } from "#server/pages/rendering.ts";
import type { OrderActions } from "#server/sale/order/actions.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { OpenIdProvider } from "#server/platform/openid-provider.ts";
import type { DeskSections } from "#server/extension/desk-section.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { CustomerSystems } from "#server/sale/customer/customer-systems.ts";
import type { DocumentStore } from "#server/sale/document/keep.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";

/** An entry of the audit log. `named`: the number of an order, or another subject, which is stored as a keyed hash. */
type DeskLine = Pick<AuditEntry, "actor" | "reason"> & { readonly action: DeskAction; readonly named: string | null };

/** Appends the outcome of an audited action as a separate entry. */
type RecordOutcome = (outcome: AuditOutcome) => Promise<void>;

/** The services of the desk. They use the connections of the jobs, so that no shopper has to wait for a connection. */
export type DeskServices = {
  readonly limits: Limits<"deskLoginsPerPerson" | "deskLoginsPerAddress" | "deskLogoutsPerAddress">;
  readonly knownBrowsers: KnownBrowsers;
  readonly orderActions: OrderActions;
  /** What the shop's pages offer; needed for previews. */
  readonly payments: Offers["payments"];
  readonly providers: Offers["providers"];
  readonly sms: Offers["sms"];
  readonly network: Offers["network"];
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  /** Reads that may be seconds old: the board, the list of orders, and the events that announce their changes. */
  readonly reads: StaleReads;
  /** The brand with the live texts, and the brand as in its file. */
  readonly brand: Brand;
  readonly brandFile: Brand;
  /** Makes this process read texts that were just published. Other processes notice them within seconds. */
  readonly reloadTexts: () => Promise<void>;
  /** Makes this process read runs of experiments that have just changed. Other processes notice them within seconds. */
  readonly reloadExperiments: () => Promise<void>;
  /** The pages of extensions. */
  readonly sections: DeskSections;
  /** Null if the shop only sells SIM cards. */
  readonly esims: object | null;
  readonly law: Law;
  readonly now: Clock;
  readonly periods: Periods;
  readonly seals: Seals;
  readonly security: SecurityLog;
  readonly loginProvider: OpenIdProvider | null;
  /** The operator's systems, which check a corrected address. */
  readonly customers: CustomerSystems;
  readonly documents: DocumentStore;
  readonly catalogues: CatalogueStore;
  /** The key for hashing document numbers, from which the key of the audit log is derived. */
  readonly documentNumberKey: Buffer;
  /**
   * Writes an entry of the audit log before the action that it describes. Returns a function that appends the outcome.
   */
  readonly record: (line: DeskLine) => Promise<RecordOutcome>;
};
