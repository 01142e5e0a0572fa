import { daysBefore } from "#server/platform/database/old-rows.ts";
import { countUnusedAccounts, removeUnusedAccounts } from "#server/sale/identity/upkeep.ts";
import { BATCH, removeInBatches, type PurgeContext, type PurgePart } from "./part.ts";

const before = ({ now, retention }: PurgeContext) => daysBefore(now, retention.checkouts);

export const unusedAccounts: PurgePart = {
  about: "accounts without an order",
  count: (context) => countUnusedAccounts(context.db, before(context)),
  remove: (context) => removeInBatches(context, (tx) => removeUnusedAccounts(tx, before(context), BATCH)),
};
