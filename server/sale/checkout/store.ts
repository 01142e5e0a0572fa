import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { CustomerForm } from "#core/customer-form.ts";
import type { Locale } from "#core/locale.ts";
import type { OrderState } from "#core/order-states.ts";
import type { CheckoutRecord } from "#core/record.ts";
import { openForm, sealForm, type SealedForm } from "#server/sale/identity/sealed-identity.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { validToken, recordUse } from "#server/sale/identity/tokens.ts";
import type { Profile } from "#core/profile.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import type {
  AcceptedTerms,
  CustomerCreated,
  FormStage,
  ShownQuote,
  SolvencyAnswer,
} from "#server/platform/database/tables.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { openAgainst, type CheckoutPayment, type OpenCheckout, type StoredCheckout } from "./checkout.ts";

type Row = {
  id: string;
  revision: number;
  record: CheckoutRecord;
  shown: ShownQuote;
  locale: Locale;
  registered_email: string | null;
  registered_hash: string | null;
  account_id: string | null;
  first_answer_repeats: boolean;
  email: string | null;
  profile: Profile | null;
  form: SealedForm | null;
  form_stage: FormStage | null;
  document_id: string | null;
  customer_created: CustomerCreated | null;
  solvency: SolvencyAnswer | null;
  terms: AcceptedTerms | null;
  order_number: string | null;
  order_status: OrderState | null;
  order_paid: boolean | null;
  payments: CheckoutPayment[];
  available: number | null;
  catalogue_version: number;
  token_account: string | null;
  token_used_at: Date | null;
};

/** What working with a checkout needs. Other capabilities extend this type with their own needs. */
export type CheckoutNeeds = {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly now: Clock;
  /** Encrypts the identity data of forms. */
  readonly seals: Seals;
};
type ReadNeeds = Pick<CheckoutNeeds, "catalogues" | "now" | "seals">;

/** Checkout ids are 192 random bits in base64url. Ids of any other form are not queried. */
const ID_PATTERN = /^[A-Za-z0-9_-]{32}$/;

/** Whether a checkout with this id exists. */
export async function checkoutExists(db: Handle, id: string): Promise<boolean> {
  if (!ID_PATTERN.test(id)) return false;
  return (await db.selectFrom("checkouts").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** How long the first token of a customer is repeated, in ms: the answer was lost, or the request was sent twice (decisions 4). */
const REPEAT_MS = 5 * 60_000;

/**
 * Whether the customer `a` was created in the checkout `c` just now and still has the token from it, which a logout, another login or a
 * new password ends.
 */
const firstAnswerRepeats = (now: Date) => sql<boolean>`coalesce(
  c.registered_email = a.email and a.created_at > ${new Date(now.getTime() - REPEAT_MS)}
  and exists(select 1 from tokens first where first.checkout_id = c.id and first.account_id = a.id), false)`;

/** The state of a payment `p` for its checkout: one that waits for its refund is refunded, so that it never becomes an order as well. */
const STATE = sql`case when p.state = 'paid' and p.refund_requested_at is not null then 'refunded' else p.state end`;

/** Loads a checkout with its customer, order, payments and stock. `lock` locks its row until the transaction ends. */
export async function loadCheckout(
  db: Handle,
  needs: ReadNeeds,
  id: string | null,
  options: { lock?: true } = {},
): Promise<OpenCheckout | null> {
  if (options.lock && id !== null)
    await db.selectFrom("checkouts").select("id").where("id", "=", id).forUpdate().execute();
  return (await loadForCaller(db, needs, { checkoutId: id, token: null }))?.checkout ?? null;
}

/** The checkout id and token of a request, as sent. */
export type Caller = { readonly checkoutId: string | null; readonly token: string | null };
/** A checkout and the account of the caller's token; null without a valid token. */
export type CallersCheckout = { readonly checkout: OpenCheckout; readonly tokenAccountId: string | null };

/** Loads a checkout and checks the caller's token in the same query. */
export async function loadForCaller(
  db: Handle,
  { catalogues, now: clock, seals }: ReadNeeds,
  { checkoutId: id, token }: Caller,
): Promise<CallersCheckout | null> {
  if (id === null || !ID_PATTERN.test(id)) return null;
  const now = clock();
  const { rows } = await sql<Row>`
    select c.id, c.revision, c.record, c.shown, c.locale, c.registered_email, c.registered_hash, c.account_id, a.email, a.profile,
      ${firstAnswerRepeats(now)} as first_answer_repeats,
      c.form, c.form_stage, c.document_id, c.customer_created, c.solvency, c.terms,
      o.number as order_number, o.status as order_status, o.bill_paid as order_paid,
      coalesce((select json_agg(json_build_object('id', p.id, 'state', ${STATE}, 'fingerprint', p.fingerprint) order by p.created_at)
        from payments p where p.checkout_id = c.id), '[]') as payments,
      (select s.on_hand - (select count(*) from stock_holds h
          where h.article = s.article and h.checkout_id <> c.id and h.until > ${now})::int
        from stock s where s.article = c.record->>'mobile') as available,
      (select max(version) from catalogues) as catalogue_version,
      t.account_id as token_account, t.used_at as token_used_at
    from checkouts c
    left join (select account_id, used_at from tokens where ${validToken(token, now)}) t on true
    left join accounts a on a.id = c.account_id
    left join orders o on o.checkout_id = c.id
    where c.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { catalogue } = await catalogues.ofVersion(row.catalogue_version, db);
  if (token !== null && row.token_used_at) await recordUse(db, token, row.token_used_at, now);
  const form = row.form && ((await openForm(seals, row.id, row.form)) as CustomerForm);
  return {
    checkout: openAgainst({ ...fromRow(row), form }, catalogue, row.catalogue_version),
    tokenAccountId: row.token_account,
  };
}

function fromRow(row: Row): Omit<StoredCheckout, "form"> {
  return {
    id: row.id,
    revision: row.revision,
    record: row.record,
    shown: row.shown,
    locale: row.locale,
    registeredEmail: row.registered_email,
    registeredHash: row.registered_hash,
    account: row.account_id ? { id: row.account_id, email: row.email ?? "", profile: row.profile ?? {} } : null,
    firstAnswerRepeats: row.first_answer_repeats,
    formStage: row.form_stage,
    documentId: row.document_id,
    customerCreated: row.customer_created,
    solvency: row.solvency,
    terms: row.terms,
    order:
      row.order_number && row.order_status
        ? { number: row.order_number, status: row.order_status, billPaid: row.order_paid ?? false }
        : null,
    payments: row.payments,
    available: row.available,
  };
}

/** Stores a new checkout. Returns its id and the newest catalogue version, which may differ from the one it was priced with. */
export async function insertCheckout(
  { db, now }: Pick<CheckoutNeeds, "db" | "now">,
  record: CheckoutRecord,
  shown: ShownQuote,
  locale: Locale,
): Promise<{ id: string; newestVersion: number }> {
  const id = randomBytes(24).toString("base64url");
  const created_at = now();
  const { newest } = await db
    .insertInto("checkouts")
    .values({
      id,
      record: JSON.stringify(record),
      shown: JSON.stringify(shown),
      locale,
      created_at,
      updated_at: created_at,
    })
    .returning(sql<number>`(select max(version) from catalogues)`.as("newest"))
    .executeTakeFirstOrThrow();
  return { id, newestVersion: newest };
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
  { now, seals }: Pick<CheckoutNeeds, "now" | "seals">,
  read: Pick<StoredCheckout, "id" | "revision">,
  change: CheckoutChange,
): Promise<boolean> {
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
  const set = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const result = await db
    .updateTable("checkouts")
    .set({ ...set, revision: read.revision + 1, updated_at: now() })
    .where("id", "=", read.id)
    .where("revision", "=", read.revision)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("orders").select("id").whereRef("orders.checkout_id", "=", "checkouts.id"))),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
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
