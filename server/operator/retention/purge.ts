import type { Task } from "#server/platform/jobs/tasks.ts";
import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { DocumentStore } from "#server/sale/document/document-store.ts";
import { abandonedCheckouts, personsOfPayments } from "./checkouts.ts";
import { documentsOfOrders, unnamedDocuments } from "./documents.ts";
import { unnamedFiles } from "./files.ts";
import { identitiesOfOrders } from "./identities.ts";
import type { PurgeContext, PurgePart } from "./part.ts";
import { secrets } from "./secrets.ts";

/** Files come last: by then every row that is to go has gone. */
const PARTS: readonly PurgePart[] = [
  documentsOfOrders,
  identitiesOfOrders,
  abandonedCheckouts,
  personsOfPayments,
  unnamedDocuments,
  ...secrets,
  unnamedFiles,
];

export type Purged = readonly { readonly about: string; readonly count: number }[];

/**
 * Removes what is past its time (docs/settings.md), or only counts it. Safe to repeat, to interrupt and to run twice at
 * once: each batch is a transaction that skips what another holds.
 */
export async function purge(context: PurgeContext, options: { readonly dryRun: boolean }): Promise<Purged> {
  const purged: { about: string; count: number }[] = [];
  for (const part of PARTS) {
    const count = options.dryRun ? await part.count(context) : await part.remove(context);
    purged.push({ about: part.about, count });
  }
  return purged;
}

type Needs = {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly config: Pick<Config, "retention">;
  readonly log: Pick<Logger, "info" | "warn">;
  readonly now: Clock;
};

/** The nightly job. The log tells how much went, and of whom nothing. */
export function purgeByNight({ db, documents, config, log, now }: Needs): Task<"purge"> {
  return async () => {
    const purged = await purge({ db, documents, retention: config.retention, now: now(), log }, { dryRun: false });
    log.info(Object.fromEntries(purged.map(({ about, count }) => [about, count])), "what is past its time was removed");
  };
}
