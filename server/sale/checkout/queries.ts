import { sql, CompiledQuery } from "kysely";
import type { EndpointName } from "#contract/all-paths.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import type { Locale } from "#core/text/locale.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import type { CheckoutSource } from "#core/checkout-record/source.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { run, statement, type Fragment, type Statement } from "#server/platform/database/statement.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { newSecretId } from "#server/platform/ids.ts";
import { HAS_ORDER, versionOnSale } from "#server/read-models/checkout.ts";
import { sealForm } from "#server/sale/identity/sealed-identity.ts";
import { storedForm } from "#server/sale/identity/stored-form.ts";
import { onSale } from "#server/shop/catalogue/store.ts";
import type { StoredCheckout } from "./checkout.ts";
import { readStoredRecord, storedShown } from "./stored.ts";
import type { AcceptedTerms, CustomerCreated, FilledIn, FormStage, ShownQuote, SolvencyAnswer } from "./tables.ts";
import { formIn, type IdentityColumn } from "#server/sale/identity/seal-old.ts";

/** Returns the statement that locks a checkout until the transaction ends. Creating its order takes this lock first. */
export const lockCheckout = (id: string): Statement<{ id: string }> =>
  statement`select id from checkouts where id = ${id} for update`;

/** Returns the record of a checkout, or null. */
export async function recordOf(db: Handle, id: string): Promise<CheckoutRecord | null> {
  const row = await db.selectFrom("checkouts").select("record").where("id", "=", id).executeTakeFirst();
  return row ? readStoredRecord(row.record) : null;
}

/** Checkout ids are 32 characters of base64url (`newSecretId`). Ids of any other form are not queried. */
export const isCheckoutId = (id: string | null): id is string => id !== null && /^[A-Za-z0-9_-]{32}$/.test(id);

export async function checkoutExists(db: Handle, id: string): Promise<boolean> {
  if (!isCheckoutId(id)) return false;
  return (await db.selectFrom("checkouts").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

export type NewCheckout = {
  readonly record: CheckoutRecord;
  readonly shown: ShownQuote;
  readonly locale: Locale;
  readonly source: CheckoutSource;
};

/**
 * Stores a new checkout. Returns its id and the version of the catalogue on sale, which can differ from the version
 * that priced it.
 */
export async function insertCheckout(
  { db, now }: { readonly db: Database; readonly now: Clock },
  { record, shown, locale, source }: NewCheckout,
): Promise<{ id: string; versionOnSale: number }> {
  const at = now();
  const id = newSecretId(at);
  const [row] = await run(
    db,
    statement<{ on_sale: number | null }>`
      insert into checkouts (id, record, shown, locale, source, created_at, updated_at)
      values (${id}, ${JSON.stringify(record)}, ${storedShown(shown)}, ${locale}, ${source}, ${at}, ${at})
      returning ${versionOnSale(at)} as on_sale`,
  );
  return { id, versionOnSale: onSale(row?.on_sale ?? null) };
}

/** A change to a checkout; fields that are `undefined` stay unchanged. */
export type CheckoutChange = {
  record?: CheckoutRecord;
  shown?: ShownQuote;
  locale?: Locale;
  registeredEmail?: string | null;
  registeredHash?: string | null;
  accountId?: string | null;
  form?: CustomerForm | null;
  formStage?: FormStage | null;
  documentId?: string | null;
  customerCreated?: CustomerCreated | null;
  solvency?: SolvencyAnswer | null;
  terms?: AcceptedTerms;
  filledIn?: FilledIn | null;
};

/**
 * Writes a change. If the checkout has changed since it was read, or has an order, returns false without writing; the
 * caller then reads it again.
 */
export async function changeCheckout(
  db: Handle,
  needs: { readonly now: Clock; readonly seals: Seals },
  read: Pick<StoredCheckout, "id" | "revision">,
  change: CheckoutChange,
): Promise<boolean> {
  return isChanged(await run(db, await checkoutChange(needs, read, change)));
}

/** Returns whether the statement of a change has changed a row. */
export const isChanged = (rows: readonly unknown[]): boolean => rows.length === 1;

/** Returns the statement of `changeCheckout`. */
export async function checkoutChange(
  { now, seals }: { readonly now: Clock; readonly seals: Seals },
  read: Pick<StoredCheckout, "id" | "revision">,
  change: CheckoutChange,
): Promise<Statement<unknown>> {
  const json = <T extends object>(value: T | null | undefined) =>
    value === undefined || value === null ? value : JSON.stringify(value);
  const columns = {
    record: json(change.record) ?? undefined,
    shown: change.shown && storedShown(change.shown),
    locale: change.locale,
    registered_email: change.registeredEmail,
    registered_hash: change.registeredHash,
    account_id: change.accountId,
    form: json(change.form && storedForm(await sealForm(seals, read.id, change.form))),
    form_stage: change.formStage,
    document_id: change.documentId,
    customer_created: json(change.customerCreated),
    solvency: json(change.solvency),
    terms: json(change.terms) ?? undefined,
    filled_in: json(change.filledIn),
  };
  const changed = Object.entries(columns).filter(([, value]) => value !== undefined);
  // The SQL depends only on which columns change, so few different statements are prepared.
  const set = changed.map(([column], index) => `${column} = $${index + 4}`);
  const text = `
    update checkouts set ${set.join(", ")}${set.length > 0 ? "," : ""} revision = $2 + 1, updated_at = $3
    where id = $1 and revision = $2 and not ${HAS_ORDER}
    returning revision`;
  const values = [read.id, read.revision, now(), ...changed.map(([, value]) => value)];
  return CompiledQuery.raw(text, values);
}

/** Stores the language for e-mails and documents. */
export async function setLocale(tx: Handle, id: string, locale: Locale): Promise<void> {
  await tx.updateTable("checkouts").set({ locale }).where("id", "=", id).execute();
}

/** Returns whether the shopper wants a reminder. */
export async function isReminderWanted(db: Handle, id: string): Promise<boolean> {
  const row = await db.selectFrom("checkouts").select("remind").where("id", "=", id).executeTakeFirst();
  return row?.remind ?? false;
}

/** Stores whether the shopper wants a reminder. */
export async function setReminder(db: Handle, id: string, remind: boolean): Promise<void> {
  await run(db, statement`update checkouts set remind = ${remind} where id = ${id} and remind <> ${remind}`);
}

/** Returns the statement that assigns a document to a checkout. The fragment `inserted` inserts the document. */
export const documentOfCheckout = (id: string, inserted: Fragment): Statement<unknown> => statement`
  with inserted as (${inserted}) update checkouts set document_id = inserted.id from inserted where checkouts.id = ${id}`;

/**
 * Returns the statement that increases the revision when the order is created, so that earlier changes waiting for the
 * row lock fail. The fragment `released` releases what the checkout held but did not order.
 */
export const checkoutToClose = (
  { id, revision }: Pick<StoredCheckout, "id" | "revision">,
  released: Fragment,
  now: Date,
): Statement<unknown> => statement`
  with released as (${released}) update checkouts set revision = ${revision + 1}, updated_at = ${now} where id = ${id}`;

/** Returns SQL for an array of keyed hashes: the persons whose solvency was checked in these checkouts. */
export const personsAsked = (ids: readonly string[]) => sql`
  (select coalesce(array_agg(solvency->>'person'), '{}') from checkouts where id = any(${ids}) and solvency is not null)`;

type NotedRow = {
  readonly checkoutId: string;
  /** A PostgreSQL timestamp, as text to keep the microseconds. */
  readonly at: string;
  readonly call: EndpointName;
  readonly failure: string | null;
  readonly detail: string | null;
  readonly times: number;
};

/**
 * Adds calls to the history of existing checkouts, up to `maxRows` for each. Processes that write at the same moment do
 * not wait for each other, so each can add one batch above that.
 */
export async function addCalls(db: Handle, rows: readonly NotedRow[], maxRows: number): Promise<void> {
  await sql`
    insert into checkout_calls (checkout_id, at, call, failure, detail, times)
    select checkout_id, n.at, call, failure, detail, times
    from (select checkout_id, at, call, failure, detail, times,
        row_number() over (partition by checkout_id order by at) as place
      from unnest(${rows.map(({ checkoutId }) => checkoutId)}::text[],
        ${rows.map(({ at }) => at)}::timestamptz[], ${rows.map(({ call }) => call)}::text[],
        ${rows.map(({ failure }) => failure)}::text[], ${rows.map(({ detail }) => detail)}::text[],
        ${rows.map(({ times }) => times)}::int[]) as noted (checkout_id, at, call, failure, detail, times)) n
    join checkouts c on c.id = n.checkout_id
    where (select count(*) from checkout_calls h where h.checkout_id = n.checkout_id) + n.place <= ${maxRows}`.execute(
    db,
  );
}

/** Returns the history of a checkout, oldest first. */
export function historyOf(db: Handle, checkoutId: string) {
  return db
    .selectFrom("checkout_calls")
    .select(["at", "call", "failure", "detail", "times"])
    .where("checkout_id", "=", checkoutId)
    .orderBy("at")
    .execute();
}

/** Assigns the checkouts of one account to another. */
export async function reassignCheckouts(
  tx: Handle,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.updateTable("checkouts").set({ account_id: to }).where("account_id", "=", from).execute();
}

/** The column with the identity data of checkouts. */
export const CHECKOUT_FORMS: IdentityColumn = { table: "checkouts", id: "id", owner: "id", ...formIn("form") };
