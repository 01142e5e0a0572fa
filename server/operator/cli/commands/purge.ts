import { createSeals } from "#server/platform/encryption/seals.ts";
import { connectDocuments } from "#server/document-store.ts";
import { retentionOf } from "#server/operator/retention/part.ts";
import { purge } from "#server/operator/retention/purge.ts";
import { readLaw } from "#server/shop/law/read-law.ts";
import type { Command } from "#server/command.ts";
import { commandLog } from "#server/operator/cli/connection.ts";
import { aligned } from "#server/operator/cli/table.ts";

/** `purge [--dry-run]` */
export const purgeCommand: Command = {
  name: "purge",
  about: "remove data whose retention time has passed, as the server does every night",
  more: "The settings RETENTION_… and the law define the retention times (docs/settings.md, docs/law.md). Orders are kept, and so are checkouts with an order or an unsettled payment.",
  options: { "dry-run": { type: "boolean", about: "only count what would be removed" } },
  async run({ config, database, io, now, flag }) {
    const dryRun = flag("dry-run");
    const { store: documents } = await connectDocuments(config);
    const { unorderedDocuments } = config;
    const retention = retentionOf(config.retention, await readLaw(config.lawFile));
    const purged = await database((db) =>
      purge(
        {
          db,
          documents,
          retention,
          unorderedDocuments,
          seals: createSeals(config.documentKeys, config.dataDir),
          now,
          log: commandLog(config),
        },
        { dryRun },
      ),
    );
    io.out(dryRun ? "Would be removed:" : "Removed:");
    const rows = purged.map(({ about, count }) => [`  ${about}`, String(count)]);
    for (const line of aligned(rows, [1])) io.out(line);
    return 0;
  },
};
