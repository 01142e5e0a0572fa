import type { Logger } from "pino";
import type { Law } from "#core/law.ts";
import type { Config, LimitsNamed } from "#server/config/config.ts";
import type { AuditEntry } from "#server/operator/audit/chain.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { DocumentStore } from "#server/sale/document/document-store.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";

/** A line of the audit log, as the desk writes it. `named`: an order, or what else was named, of which a keyed hash is kept. */
type DeskLine = Pick<AuditEntry, "actor" | "action" | "reason"> & { readonly named: string | null };

/** What the desk uses: what the shop has, on the connections of the jobs, so that no shopper waits for one. */
export type DeskServices = LimitsNamed<"deskLoginsPerPerson" | "deskLoginsPerAddress"> & {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly brand: Brand;
  readonly law: Law;
  readonly now: Clock;
  readonly seals: Seals;
  readonly security: SecurityLog;
  readonly documents: DocumentStore;
  readonly catalogues: CatalogueStore;
  /** The key that document numbers are hashed with, from which that of the audit log is derived. */
  readonly documentNumberKey: Buffer;
  readonly record: (line: DeskLine) => Promise<void>;
};
