import type { Law } from "#core/law/law.ts";
import { openForm } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm, wholeForm } from "#server/sale/identity/stored-form.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { tokenHash } from "#server/authentication/logins.ts";
import { recordUse, tokenLife } from "#server/sale/identity/tokens.ts";
import { readProfile } from "#server/sale/identity/profile.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { run, runTogether, type Statement } from "#server/platform/database/statement.ts";
import type { Clock } from "#server/platform/clock.ts";
import { checkoutQuery, type CheckoutRow } from "#server/reports/checkout.ts";
import { isCounted } from "#server/shop/stock/queries.ts";
import { onSale, type CatalogueStore } from "#server/shop/catalogue/store.ts";
import { readCustomerCreated, readShown, readSolvency, readStoredRecord, readTerms } from "./stored.ts";
import { changeCheckout, isCheckoutId, lockCheckout, type CheckoutChange } from "./queries.ts";
import { openAgainst, type OpenCheckout, type StoredCheckout } from "./checkout.ts";

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

/** How long the first token of a customer is repeated, in ms: the answer was lost, or the request was sent twice (decisions 4). */
const REPEAT_MS = 5 * 60_000;

/** The checkout id and token of a request, as sent. */
export type Caller = { readonly checkoutId: string | null; readonly token: string | null };
type Account = NonNullable<StoredCheckout["account"]>;
/** A checkout and the account of the caller's token; null without a valid token. */
export type CallersCheckout = { readonly checkout: OpenCheckout; readonly tokenAccount: Account | null };

/** The query that reads a checkout, with the account of a valid token. */
function queryOf(id: string, token: string | null, now: Date): Statement<CheckoutRow> {
  return checkoutQuery(
    { id, firstTokenSince: new Date(now.getTime() - REPEAT_MS), now },
    { hash: tokenHash(token), ...tokenLife(now) },
  );
}

/** Loads a checkout with its customer, order, payments and stock. `lock` locks its row until the transaction ends. */
export async function loadCheckout(
  db: Handle,
  needs: ReadNeeds,
  id: string | null,
  options: { lock?: true } = {},
): Promise<OpenCheckout | null> {
  if (!isCheckoutId(id)) return null;
  const query = queryOf(id, null, needs.now());
  if (!options.lock) return open(db, needs, await run(db, query));
  // Read by a second statement, which sees what was written before the lock was free.
  const [, rows] = await runTogether(db, lockCheckout(id), query);
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
  const rows = await run(db, queryOf(id, token, now));
  const checkout = await open(db, needs, rows);
  const row = rows[0];
  if (!row || !checkout) return null;
  if (token !== null && row.token_used_at) await recordUse(db, token, row.token_used_at, now);
  return { checkout, tokenAccount: accountOf(row.token_account, row.token_email, row.token_profile) };
}

async function open(
  db: Handle,
  { catalogues, law, seals }: ReadNeeds,
  [row]: readonly CheckoutRow[],
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

function fromRow(row: CheckoutRow): Omit<StoredCheckout, "form"> {
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
