import { sql, type RawBuilder } from "kysely";
import type { Database, Handle } from "#server/platform/database/database.ts";
import {
  countRows,
  daysBefore,
  expiredBefore,
  expired,
  isOver,
  oldRows,
  type RowRetention,
} from "#server/platform/database/old-rows.ts";
import type { DocumentKey } from "#server/platform/encryption/encryption.ts";
import { hasDocument } from "#server/read-models/documents.ts";
import { hasOrder } from "#server/read-models/orders.ts";
import { hasPayment, hasPaymentInUse } from "#server/read-models/payments.ts";
import { resealRows } from "#server/sale/identity/sealed-identity.ts";

/** Locks checkouts, always in the same order, so that two transactions cannot wait for each other. */
export async function lockCheckouts(tx: Handle, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.selectFrom("checkouts").select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
}

export const oldCalls = expiredBefore("checkout_calls", "at");
/**
 * Selects results of solvency checks to delete. Refusals have their own retention time. Other results only serve
 * concurrent requests, so they are deleted after a day.
 */
export const oldAnswers = (refusals: RowRetention) =>
  expired(
    "credit_checks",
    sql`case when answer->'solvent' = 'false' then ${isOver(sql`asked_at`, refusals)}
      else asked_at < ${daysBefore(refusals.now, 1)} end`,
  );
export const oldCheckoutLinks = expiredBefore("checkout_links");

/**
 * Which abandoned checkouts to select: those without a payment, or those with a payment that still contain personal
 * data. Checkouts with payments are kept for accounting and for late payments, which are refunded.
 */
export type Abandoned = { readonly before: Date; readonly which: "withoutPayment" | "withPerson" };

/**
 * Returns the condition for an abandoned checkout `c`: it and its payments have not changed since a given time, it has
 * no order, and no payment awaits its outcome, order or refund.
 */
const isAbandoned = ({ before, which }: Abandoned): RawBuilder<unknown> => sql`c.updated_at < ${before}
  and not ${hasOrder("checkout_id", sql`c.id`)}
  and not ${hasPaymentInUse(sql`c.id`, (updatedAt) => sql`${updatedAt} >= ${before}`)}
  and ${
    which === "withoutPayment"
      ? sql`not ${hasPayment(sql`c.id`)}`
      : sql`${hasPayment(sql`c.id`)} and (c.form is not null or c.registered_email is not null or c.account_id is not null
          or ${hasDocument(sql`c.id`)})`
  }`;

export const countAbandoned = (db: Handle, of: Abandoned) =>
  countRows(db, sql`from checkouts c where ${isAbandoned(of)}`);

/** Number of checkouts that one statement reads. Nearly all old ones have an order and are kept. */
const WINDOW = 2000;

/**
 * Yields the ids of abandoned checkouts in windows, beginning with the oldest. Each statement reads a limited number of
 * rows, and each row is read once, however many rows are kept.
 */
export async function* abandonedIds(db: Handle, of: Abandoned): AsyncGenerator<readonly string[]> {
  // As text, because a JavaScript Date has no microseconds.
  let last = { at: "-infinity", id: "" };
  for (;;) {
    const { rows } = await sql<{ id: string; at: string; abandoned: boolean }>`
      with seen as materialized (
        select id, updated_at from checkouts
        where updated_at >= ${last.at}::timestamptz and (updated_at, id) > (${last.at}::timestamptz, ${last.id})
          and updated_at < ${of.before}
        order by updated_at, id limit ${WINDOW})
      select c.id, seen.updated_at::text as at, ${isAbandoned(of)} as abandoned
      from seen join checkouts c on c.id = seen.id order by seen.updated_at, seen.id`.execute(db);
    const found = rows.at(-1);
    if (!found) return;
    last = found;
    yield rows.filter((row) => row.abandoned).map(({ id }) => id);
  }
}

/**
 * Locks the checkouts of a batch that are still abandoned. Checks the condition again after locking, because a payment
 * can have started in between.
 */
export async function lockAbandoned(tx: Handle, of: Abandoned, batch: readonly string[]): Promise<readonly string[]> {
  const found = (ids: readonly string[]) => sql<{ id: string }>`
    select c.id from checkouts c where c.id = any(${ids}) and ${isAbandoned(of)}`;
  const locked = await sql<{ id: string }>`${found(batch)} for update of c skip locked`.execute(tx);
  const confirmed = await found(locked.rows.map(({ id }) => id)).execute(tx);
  return confirmed.rows.map(({ id }) => id);
}

/**
 * Selects checkouts without an order whose payments have ended and passed their retention time. Their personal data has
 * been removed before.
 */
export const oldUnordered = (keeping: RowRetention) =>
  oldRows(
    sql<{ id: string }>`c.id`,
    sql`from checkouts c where ${isOver(sql`c.updated_at`, keeping)}
      and not ${hasOrder("checkout_id", sql`c.id`)} and ${hasPayment(sql`c.id`)}
      and not ${hasPaymentInUse(sql`c.id`, (updatedAt) => sql`not ${isOver(updatedAt, keeping)}`)}`,
  );

/** Removes checkouts. Everything that refers to them must be removed first. */
export async function removeCheckouts(tx: Handle, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom("checkouts").where("id", "in", ids).execute();
}

/** Removes those of the given checkouts that have no payment. */
export async function removeUnpaidCheckouts(tx: Handle, ids: readonly string[]): Promise<void> {
  await sql`delete from checkouts c where c.id = any(${ids}) and not ${hasPayment(sql`c.id`)}`.execute(tx);
}

/** Removes the history of checkouts. Returns whether there was any. */
export async function removeCalls(tx: Handle, ids: readonly string[]): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("checkout_calls").where("checkout_id", "in", ids).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes all personal data from the rows of checkouts, which are kept for their payments. */
export async function emptyCheckouts(tx: Handle, ids: readonly string[]): Promise<void> {
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
      filled_in: null,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "in", ids)
    .execute();
}

/** SQL that joins `c`, the checkout of a document `d`, so that a query can lock it. */
export const CHECKOUT_OF_DOCUMENT = sql`join checkouts c on c.id = d.checkout_id`;

/** Detaches documents from their checkouts. The increased revision makes pages read the checkouts again. */
export async function detachDocuments(tx: Handle, documentIds: readonly string[]): Promise<void> {
  await sql`
    update checkouts set document_id = null, revision = revision + 1
    where document_id = any(${documentIds}::uuid[])`.execute(tx);
}

/** Removes fields from the forms of checkouts. */
export async function removeFields(tx: Handle, ids: readonly string[], fields: readonly string[]): Promise<void> {
  await sql`update checkouts set form = form - ${fields}::text[] where id = any(${ids})`.execute(tx);
}

/** The key ids of all sealed forms. */
export const FORM_KEYS = sql`select split_part(form->>'sealed', ':', 1) as key_id from checkouts where form ? 'sealed'`;

/** Returns the most recently changed form, with its checkout; undefined if there is none. */
export async function newestSealedForm(db: Handle) {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, form->>'sealed' as sealed from checkouts where form ? 'sealed' order by updated_at desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Re-encrypts the forms of checkouts with the first key. */
export const resealForms = (db: Database, keys: readonly DocumentKey[]) =>
  resealRows(db, keys, {
    table: "checkouts",
    id: "id",
    column: "form",
    path: ["sealed"],
    boundTo: sql`'identity:' || id`,
  });
