import { newSecretId } from "#server/platform/ids.ts";
import { CompiledQuery } from "kysely";
import type { CustomerForm } from "#core/customer-form.ts";
import type { Locale } from "#core/locale.ts";
import type { Law } from "#core/law.ts";
import type { OrderState } from "#core/order-states.ts";
import type { CheckoutRecord } from "#core/record.ts";
import { openForm, sealForm } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm, wholeForm } from "#server/sale/identity/stored-form.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { recordUse, tokenHash, tokenLife } from "#server/sale/identity/tokens.ts";
import { readProfile } from "#server/sale/identity/stored-profile.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { run, runTogether, statement, type Statement } from "#server/platform/database/statement.ts";
import type { AcceptedTerms, CustomerCreated, FormStage, ShownQuote, SolvencyAnswer } from "./tables.ts";
import type { Clock } from "#server/platform/clock.ts";
import { isCounted } from "#server/shop/catalogue/stock.ts";
import { onSale, type CatalogueStore } from "#server/shop/catalogue/store.ts";
import { readCustomerCreated, readShown, readSolvency, readStoredRecord, readTerms } from "./stored.ts";
import { openAgainst, type CheckoutPayment, type OpenCheckout, type StoredCheckout } from "./checkout.ts";

type Row = {
  id: string;
  revision: number;
  record: unknown;
  shown: unknown;
  locale: Locale;
  registered_email: string | null;
  registered_hash: string | null;
  account_id: string | null;
  first_answer_repeats: boolean;
  email: string | null;
  profile: unknown;
  form: unknown;
  form_stage: FormStage | null;
  document_id: string | null;
  customer_created: unknown;
  solvency: unknown;
  terms: unknown;
  created_at: Date;
  order_number: string | null;
  order_status: OrderState | null;
  order_paid: boolean | null;
  payments: CheckoutPayment[];
  available: number | null;
  catalogue_version: number | null;
  token_used_at: Date | null;
  token_account: string | null;
  token_email: string | null;
  token_profile: unknown;
};

/** What working with a checkout needs. Other capabilities extend this type with their own needs. */
export type CheckoutNeeds = {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly law: Law;
  readonly now: Clock;
  /** Encrypts the identity data of forms. */
  readonly seals: Seals;
};
type ReadNeeds = Pick<CheckoutNeeds, "catalogues" | "law" | "now" | "seals">;

/** Checkout ids are 32 characters of base64url (`newSecretId`). Ids of any other form are not queried. */
const isCheckoutId = (id: string | null): id is string => id !== null && /^[A-Za-z0-9_-]{32}$/.test(id);

/** Whether a checkout with this id exists. */
export async function checkoutExists(db: Handle, id: string): Promise<boolean> {
  if (!isCheckoutId(id)) return false;
  return (await db.selectFrom("checkouts").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** How long the first token of a customer is repeated, in ms: the answer was lost, or the request was sent twice (decisions 4). */
const REPEAT_MS = 5 * 60_000;

/** The checkout id and token of a request, as sent. */
export type Caller = { readonly checkoutId: string | null; readonly token: string | null };
type Account = NonNullable<StoredCheckout["account"]>;
/** A checkout and the account of the caller's token; null without a valid token. */
export type CallersCheckout = { readonly checkout: OpenCheckout; readonly tokenAccount: Account | null };

/**
 * Everything that decides about a checkout. `first_answer_repeats`: its customer was created in it just now and still has the token from
 * it, which a logout, another login or a new password ends. A payment that waits for its refund is refunded, so that it never becomes an
 * order as well.
 */
function checkoutQuery(id: string, token: string | null, now: Date): Statement<Row> {
  const { idleSince, issuedSince } = tokenLife(now);
  return statement<Row>`
    select c.id, c.revision, c.record, c.shown, c.locale, c.registered_email, c.registered_hash, c.account_id, a.email, a.profile,
      coalesce(c.registered_email = a.email and a.created_at > ${new Date(now.getTime() - REPEAT_MS)}
        and exists(select 1 from tokens first where first.checkout_id = c.id and first.account_id = a.id), false) as first_answer_repeats,
      c.form, c.form_stage, c.document_id, c.customer_created, c.solvency, c.terms, c.created_at,
      o.number as order_number, o.status as order_status, o.bill_paid as order_paid,
      coalesce((select json_agg(json_build_object('id', p.id, 'fingerprint', p.fingerprint, 'state',
          case when p.state = 'paid' and p.refund_requested_at is not null then 'refunded' else p.state end) order by p.created_at)
        from payments p where p.checkout_id = c.id), '[]') as payments,
      (select s.on_hand - (select count(*) from stock_holds h
          where h.article = s.article and h.checkout_id <> c.id and h.until > ${now})::int
        from stock s where s.article = c.record->>'mobile') as available,
      (select version from catalogue_sales where holds_from <= ${now}
        order by starts_at desc, activation_id desc, holds_from desc limit 1) as catalogue_version,
      t.used_at as token_used_at, ta.id as token_account, ta.email as token_email, ta.profile as token_profile
    from checkouts c
    left join accounts a on a.id = c.account_id
    left join orders o on o.checkout_id = c.id
    left join tokens t on t.hash = ${tokenHash(token)} and t.used_at > ${idleSince} and t.created_at > ${issuedSince}
    left join accounts ta on ta.id = t.account_id
    where c.id = ${id}`;
}

/** Loads a checkout with its customer, order, payments and stock. `lock` locks its row until the transaction ends. */
export async function loadCheckout(
  db: Handle,
  needs: ReadNeeds,
  id: string | null,
  options: { lock?: true } = {},
): Promise<OpenCheckout | null> {
  if (!isCheckoutId(id)) return null;
  const query = checkoutQuery(id, null, needs.now());
  if (!options.lock) return open(db, needs, await run(db, query));
  // Read by a second statement, which sees what was written before the lock was free.
  const [, rows] = await runTogether(db, statement`select id from checkouts where id = ${id} for update`, query);
  return open(db, needs, rows);
}

/** Loads a checkout and checks the caller's token in the same query. */
export async function loadForCaller(
  db: Handle,
  needs: ReadNeeds,
  { checkoutId: id, token }: Caller,
): Promise<CallersCheckout | null> {
  if (!isCheckoutId(id)) return null;
  const now = needs.now();
  const rows = await run(db, checkoutQuery(id, token, now));
  const checkout = await open(db, needs, rows);
  const row = rows[0];
  if (!row || !checkout) return null;
  if (token !== null && row.token_used_at) await recordUse(db, token, row.token_used_at, now);
  return { checkout, tokenAccount: accountOf(row.token_account, row.token_email, row.token_profile) };
}

async function open(
  db: Handle,
  { catalogues, law, seals }: ReadNeeds,
  [row]: readonly Row[],
): Promise<OpenCheckout | null> {
  if (!row) return null;
  const catalogueVersion = onSale(row.catalogue_version);
  const { catalogue } = await catalogues.ofVersion(catalogueVersion, db);
  const form = row.form === null ? null : wholeForm(await openForm(seals, row.id, readSealedForm(row.form)));
  const stored = { ...fromRow(row), form };
  const { mobile } = stored.record;
  const available = mobile && isCounted(catalogue, mobile) ? stored.available : null;
  return openAgainst({ ...stored, available }, { catalogue, catalogueVersion, law });
}

const accountOf = (id: string | null, email: string | null, profile: unknown): Account | null =>
  id === null ? null : { id, email: email ?? "", profile: readProfile(profile ?? {}) };

function fromRow(row: Row): Omit<StoredCheckout, "form"> {
  return {
    id: row.id,
    revision: row.revision,
    record: readStoredRecord(row.record),
    shown: readShown(row.shown),
    locale: row.locale,
    registeredEmail: row.registered_email,
    registeredHash: row.registered_hash,
    account: accountOf(row.account_id, row.email, row.profile),
    firstAnswerRepeats: row.first_answer_repeats,
    formStage: row.form_stage,
    documentId: row.document_id,
    customerCreated: readCustomerCreated(row.customer_created),
    solvency: readSolvency(row.solvency),
    terms: readTerms(row.terms),
    createdAt: row.created_at,
    order:
      row.order_number && row.order_status
        ? { number: row.order_number, status: row.order_status, billPaid: row.order_paid ?? false }
        : null,
    payments: row.payments,
    available: row.available,
  };
}

/** Stores a new checkout. Returns its id and the catalogue version on sale, which may differ from the one it was priced with. */
export async function insertCheckout(
  { db, now }: Pick<CheckoutNeeds, "db" | "now">,
  record: CheckoutRecord,
  shown: ShownQuote,
  locale: Locale,
): Promise<{ id: string; versionOnSale: number }> {
  const at = now();
  const id = newSecretId(at);
  const [row] = await run(
    db,
    statement<{ on_sale: number | null }>`
      insert into checkouts (id, record, shown, locale, created_at, updated_at)
      values (${id}, ${JSON.stringify(record)}, ${JSON.stringify(shown)}, ${locale}, ${at}, ${at})
      returning (select version from catalogue_sales where holds_from <= ${at}
        order by starts_at desc, activation_id desc, holds_from desc limit 1) as on_sale`,
  );
  return { id, versionOnSale: onSale(row?.on_sale ?? null) };
}

/** A change to a checkout; `undefined` leaves a field unchanged. */
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
};

/**
 * Writes a change. Returns false without writing if the checkout has changed since it was read or has an order; the caller
 * then reads it again.
 */
export async function changeCheckout(
  db: Handle,
  needs: Pick<CheckoutNeeds, "now" | "seals">,
  read: Pick<StoredCheckout, "id" | "revision">,
  change: CheckoutChange,
): Promise<boolean> {
  return isChanged(await run(db, await checkoutChange(needs, read, change)));
}

/** Whether the statement of a change has written it. */
export const isChanged = (rows: readonly unknown[]): boolean => rows.length === 1;

/** The statement of `changeCheckout`. */
export async function checkoutChange(
  { now, seals }: Pick<CheckoutNeeds, "now" | "seals">,
  read: Pick<StoredCheckout, "id" | "revision">,
  change: CheckoutChange,
): Promise<Statement<unknown>> {
  const json = <T extends object>(value: T | null | undefined) =>
    value === undefined ? undefined : value === null ? null : JSON.stringify(value);
  const columns = {
    record: json(change.record) ?? undefined,
    shown: json(change.shown) ?? undefined,
    locale: change.locale,
    registered_email: change.registeredEmail,
    registered_hash: change.registeredHash,
    account_id: change.accountId,
    form: json(change.form && (await sealForm(seals, read.id, change.form))),
    form_stage: change.formStage,
    document_id: change.documentId,
    customer_created: json(change.customerCreated),
    solvency: json(change.solvency),
    terms: json(change.terms) ?? undefined,
  };
  const changed = Object.entries(columns).filter(([, value]) => value !== undefined);
  // The columns of a few kinds of change, so that few texts are prepared.
  const set = changed.map(([column], index) => `${column} = $${index + 4}`);
  const text = `
    update checkouts set ${set.join(", ")}${set.length > 0 ? "," : ""} revision = $2 + 1, updated_at = $3
    where id = $1 and revision = $2 and not exists (select 1 from orders o where o.checkout_id = checkouts.id)
    returning revision`;
  const values = [read.id, read.revision, now(), ...changed.map(([, value]) => value)];
  return CompiledQuery.raw(text, values);
}

/** The result of a decision: an answer, and a change to write before it is returned. */
export type Decision<Answer> = { readonly answer: Answer; readonly change?: CheckoutChange };

const TRIES = 5;

/**
 * Reads a checkout, decides and writes. If another request has written in between, it reads and decides again, so that no
 * decision is based on outdated data. No transaction is open, so `decide` may call a provider.
 */
export async function updateCheckout<Answer>(
  needs: CheckoutNeeds,
  id: string | null,
  decide: (checkout: OpenCheckout | null) => Decision<Answer> | Promise<Decision<Answer>>,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const checkout = await loadCheckout(needs.db, needs, id);
    const decision = await decide(checkout);
    if (!checkout || !decision.change) return decision.answer;
    if (await changeCheckout(needs.db, needs, checkout, decision.change)) return decision.answer;
    if (tries === TRIES) throw new Error("A checkout was changed by other requests five times in a row");
  }
}
