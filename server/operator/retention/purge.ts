import { EXTENSIONS } from "#extensions/index.ts";
import { loadUpkeep } from "#server/extension/declared.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { Logger } from "pino";
import type { Law } from "#core/law/law.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { DocumentStore } from "#server/sale/document/keep.ts";
import { abandonedCheckouts, personsOfPayments } from "./checkouts.ts";
import { documentsOfOrders, unorderedDocuments } from "./documents.ts";
import { unnamedFiles, failedMails } from "./files.ts";
import { identitiesOfOrders } from "./identities.ts";
import { partOf, type PurgeContext, type PurgePart, retentionOf } from "./part.ts";
import { oldOrders, paymentsWithoutOrder, unusedAccounts } from "./orders.ts";
import { builtFiles, emptyQueues, figures, sandboxRows, secrets, serverProcesses } from "./secrets.ts";

/** Returns the kinds of data, in the order in which they are removed. Files come last, after all rows. */
const partsWith = (ofExtensions: readonly PurgePart[]): readonly PurgePart[] => [
  unorderedDocuments,
  documentsOfOrders,
  identitiesOfOrders,
  abandonedCheckouts,
  personsOfPayments,
  ...secrets,
  ...ofExtensions,
  failedMails,
  oldOrders,
  paymentsWithoutOrder,
  ...sandboxRows,
  unusedAccounts,
  serverProcesses,
  emptyQueues,
  figures,
  builtFiles,
  unnamedFiles,
];

export type Purged = readonly { readonly about: string; readonly count: number }[];

/**
 * Removes data whose retention time has passed (docs/settings.md, docs/law.md), or only counts it. It can be repeated,
 * interrupted and run concurrently, because batches skip locked rows.
 */
export async function purge(context: PurgeContext, options: { readonly dryRun: boolean }): Promise<Purged> {
  const purged: { about: string; count: number }[] = [];
  const upkeep = await loadUpkeep(EXTENSIONS);
  const ofExtensions = upkeep.flatMap(({ retention }) =>
    retention.map(({ about, old }) => partOf(about, ({ now }) => old(now))),
  );
  for (const part of partsWith(ofExtensions)) {
    const count = options.dryRun ? await part.count(context) : await part.remove(context);
    purged.push({ about: part.about, count });
  }
  return purged;
}

type Needs = {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly config: Pick<Config, "retention" | "unorderedDocuments">;
  readonly law: Law;
  readonly seals: Seals;
  readonly log: Pick<Logger, "info" | "warn">;
  readonly now: Clock;
};

/** Creates the nightly job. It only logs counts, no personal data. */
export function purgeByNight(needs: Needs): Task<"purge"> {
  return async () => {
    const purged = await purge(contextOf(needs), { dryRun: false });
    needs.log.info(
      Object.fromEntries(purged.map(({ about, count }) => [about, count])),
      "removed data whose retention time has passed",
    );
  };
}

/** Creates the job that runs every ten minutes. */
export function purgeUnorderedDocuments(needs: Needs): Task<"purge-unordered-documents"> {
  return async () => {
    const count = await unorderedDocuments.remove(contextOf(needs));
    if (count > 0)
      needs.log.info({ [unorderedDocuments.about]: count }, "removed data whose retention time has passed");
  };
}

function contextOf({ config, law, now: clock, ...needs }: Needs): PurgeContext {
  const now = clock();
  const retention = retentionOf(config.retention, law);
  return { ...needs, retention, unorderedDocuments: config.unorderedDocuments, now };
}
