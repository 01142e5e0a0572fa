import { sql } from "kysely";
import { BATCH, daysBefore, runBatches, type PurgeContext, type PurgePart } from "./part.ts";

/** Accounts of people who never ordered and whom no checkout names any more. Customers of the base get a new one at their next login. */
const unused = ({ now, retention }: PurgeContext) => sql`
  a.created_at < ${daysBefore(now, retention.checkouts)}
  and not exists (select 1 from orders o where o.account_id = a.id)
  and not exists (select 1 from checkouts c where c.account_id = a.id)
  and not exists (select 1 from tokens t where t.account_id = a.id)
  and not exists (select 1 from document_claims d where d.account_id = a.id)`;

export const unusedAccounts: PurgePart = {
  about: "accounts without an order",
  async count(context) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from accounts a where ${unused(context)}`.execute(context.db);
    return rows[0]?.count ?? 0;
  },
  remove: (context) =>
    runBatches(() =>
      context.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`
          select a.id from accounts a where ${unused(context)} limit ${BATCH} for update skip locked`.execute(tx);
        const ids = rows.map(({ id }) => id);
        if (ids.length === 0) return 0;
        await tx.deleteFrom("password_resets").where("account_id", "in", ids).execute();
        await tx.deleteFrom("accounts").where("id", "in", ids).execute();
        return ids.length;
      }),
    ),
};
