import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { endCheckoutLinks } from "#server/sale/checkout/links.ts";
import { BATCH, daysBefore, type PurgeContext, type PurgePart } from "./part.ts";

/**
 * Condition for an abandoned checkout: it and its payments are unchanged for `RETENTION_CHECKOUTS_DAYS`, and it has no order
 * and no payment that still waits for its outcome, order or refund.
 */
const abandoned = ({ now, retention }: PurgeContext) => {
  const before = daysBefore(now, retention.checkouts);
  return sql`c.updated_at < ${before}
    and not exists (select 1 from orders o where o.checkout_id = c.id)
    and not exists (select 1 from payments p where p.checkout_id = c.id
      and (p.state in ('open', 'paid') or p.updated_at >= ${before}))`;
};

const WITHOUT_PAYMENT = sql`not exists (select 1 from payments p where p.checkout_id = c.id)`;
/** Payments are kept for late payments, which are refunded, and for accounting. Personal data is removed. */
const WITH_PAYMENT_AND_PERSON = sql`exists (select 1 from payments p where p.checkout_id = c.id)
  and (c.form is not null or c.registered_email is not null or c.account_id is not null
    or exists (select 1 from documents d where d.checkout_id = c.id))`;

/** Abandoned checkouts, with their documents. */
export const abandonedCheckouts: PurgePart = checkoutsWhere("abandoned checkouts", WITHOUT_PAYMENT, async (tx, ids) => {
  await tx.deleteFrom("checkouts").where("id", "in", ids).execute();
});

/** Personal data in abandoned checkouts whose payments ended without an order. */
export const personsOfPayments: PurgePart = checkoutsWhere(
  "persons in abandoned checkouts that had a payment",
  WITH_PAYMENT_AND_PERSON,
  removePersons,
);

/** Removes everything about the person from checkouts, whose rows stay for their payments. Its document's file has to be removed before. */
export async function removePersons(tx: Handle, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom("documents").where("checkout_id", "in", ids).execute();
  await endCheckoutLinks(tx, ids);
  await tx.deleteFrom("photo_links").where("checkout_id", "in", ids).execute();
  await tx.deleteFrom("eid_verifications").where("checkout_id", "in", ids).execute();
  await tx
    .updateTable("checkouts")
    .set((eb) => ({
      form: null,
      form_stage: null,
      document_id: null,
      registered_email: null,
      registered_hash: null,
      account_id: null,
      customer_created: null,
      solvency: null,
      terms: null,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "in", ids)
    .execute();
}

function checkoutsWhere(
  about: string,
  condition: typeof WITHOUT_PAYMENT,
  removeRows: (tx: Handle, ids: string[]) => Promise<void>,
): PurgePart {
  return {
    about,
    async count(context) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from checkouts c where ${abandoned(context)} and ${condition}`.execute(
        context.db,
      );
      return rows[0]?.count ?? 0;
    },
    async remove(context) {
      const removeBatch = async (batch: readonly string[]) => {
        const taken = await context.db.transaction().execute((tx) => takeDocuments(tx, context, condition, batch));
        for (const file of taken.files) await context.documents.remove(file);
        return context.db.transaction().execute(async (tx) => {
          const still = await lockAbandoned(tx, context, condition, taken.ids);
          if (still.length > 0) await removeRows(tx, still);
          return still.length;
        });
      };
      let removed = 0;
      for await (const ids of windowsOf(context, condition))
        for (let at = 0; at < ids.length; at += BATCH) removed += await removeBatch(ids.slice(at, at + BATCH));
      return removed;
    },
  };
}

/** How many checkouts are looked at in one statement. Nearly all old ones have an order and stay. */
const WINDOW = 2000;

/**
 * The ids of abandoned checkouts, window by window from the oldest on: each statement looks at a bounded number of rows, and all together look
 * at each row once, however many stay.
 */
async function* windowsOf(context: PurgeContext, condition: typeof WITHOUT_PAYMENT): AsyncGenerator<readonly string[]> {
  // As text, because a Date of JavaScript has no microseconds.
  let last = { at: "-infinity", id: "" };
  for (;;) {
    const { rows } = await sql<{ id: string; at: string; abandoned: boolean }>`
      with seen as materialized (
        select id, updated_at from checkouts
        where updated_at >= ${last.at}::timestamptz and (updated_at, id) > (${last.at}::timestamptz, ${last.id})
          and updated_at < ${daysBefore(context.now, context.retention.checkouts)}
        order by updated_at, id limit ${WINDOW})
      select c.id, seen.updated_at::text as at, ${abandoned(context)} and ${condition} as abandoned
      from seen join checkouts c on c.id = seen.id order by seen.updated_at, seen.id`.execute(context.db);
    const found = rows.at(-1);
    if (!found) return;
    last = found;
    yield rows.filter((row) => row.abandoned).map(({ id }) => id);
  }
}

/**
 * Locks a batch and detaches its documents. The caller removes the files outside the transaction, because the store may be
 * slow, and before the rows, so that a failure can be retried. A shopper who returns in between uploads again.
 */
async function takeDocuments(
  tx: Handle,
  context: PurgeContext,
  condition: typeof WITHOUT_PAYMENT,
  batch: readonly string[],
) {
  const ids = await lockAbandoned(tx, context, condition, batch);
  if (ids.length === 0) return { ids, files: [] };
  const files = await tx.selectFrom("documents").select("storage_key").where("checkout_id", "in", ids).execute();
  await tx.updateTable("checkouts").set({ document_id: null }).where("id", "in", ids).execute();
  return { ids, files: files.map(({ storage_key }) => storage_key) };
}

/** Locks those of a batch that are still abandoned, then checks the condition again: a payment may have begun between the query and the lock. */
async function lockAbandoned(
  tx: Handle,
  context: PurgeContext,
  condition: typeof WITHOUT_PAYMENT,
  batch: readonly string[],
): Promise<string[]> {
  const locked = await sql<{ id: string }>`
    select c.id from checkouts c where c.id = any(${batch}) and ${abandoned(context)} and ${condition}
    for update of c skip locked`.execute(tx);
  const candidates = locked.rows.map((row) => row.id);
  const confirmed = await sql<{ id: string }>`
    select c.id from checkouts c where c.id = any(${candidates}) and ${abandoned(context)} and ${condition}`.execute(
    tx,
  );
  return confirmed.rows.map((row) => row.id);
}
