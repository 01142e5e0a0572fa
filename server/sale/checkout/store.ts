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
import { checkoutQuery, type CheckoutRow } from "#server/read-models/checkout.ts";
import { isCounted } from "#server/shop/stock/queries.ts";
import { onSale, type CatalogueStore } from "#server/shop/catalogue/store.ts";
import { readCustomerCreated, readFilledIn, readShown, readSolvency, readStoredRecord, readTerms } from "./stored.ts";
import {
  changeCheckout,
  checkoutChange,
  insertCheckout,
  isCheckoutId,
  lockCheckout,
  type CheckoutChange,
  type NewCheckout,
} from "./queries.ts";
import { openAgainst, type OpenCheckout, type StoredCheckout } from "./checkout.ts";

/**
 * How long a customer's first token can be requested again, in ms, in case the response was lost or the request was
 * sent twice (decisions 4).
 */
const REPEAT_MS = 5 * 60_000;

/** What a decision returns, and a change that has to be written first. */
type Decision<Answer> = { readonly answer: Answer; readonly change?: CheckoutChange };
type Read = Pick<StoredCheckout, "id" | "revision">;

const ATTEMPTS = 5;

/** The checkout id and token of a request, as sent. */
export type Caller = { readonly checkoutId: string | null; readonly token: string | null };
type Account = NonNullable<StoredCheckout["account"]>;
/** A checkout, and the account of the caller's token, which is null without a valid token. */
export type CallersCheckout = { readonly checkout: OpenCheckout; readonly tokenAccount: Account | null };

/** Returns the query that reads a checkout, with the account of the token if it is valid. */
function queryOf(id: string, token: string | null, now: Date): Statement<CheckoutRow> {
  return checkoutQuery(
    { id, firstTokenSince: new Date(now.getTime() - REPEAT_MS), now },
    { hash: tokenHash(token), ...tokenLife(now) },
  );
}

/** Reads and writes checkouts, with their current customer, order, payments and stock. */
export function createCheckoutStore(needs: {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly law: Law;
  readonly now: Clock;
  /** Encrypts the identity data of forms. */
  readonly seals: Seals;
}) {
  const { db, catalogues, law, now, seals } = needs;
  async function open(handle: Handle, [row]: readonly CheckoutRow[]): Promise<OpenCheckout | null> {
    if (!row) return null;
    const catalogueVersion = onSale(row.catalogue_version);
    const { catalogue } = await catalogues.ofVersion(catalogueVersion, handle);
    const form = row.form === null ? null : wholeForm(await openForm(seals, row.id, readSealedForm(row.form)));
    const stored = { ...fromRow(row), form };
    const { mobile } = stored.record;
    const available = mobile && isCounted(catalogue, mobile) ? stored.available : null;
    return openAgainst({ ...stored, available }, { catalogue, catalogueVersion, law });
  }

  async function load(id: string | null): Promise<OpenCheckout | null> {
    return isCheckoutId(id) ? open(db, await run(db, queryOf(id, null, now()))) : null;
  }

  /**
   * Writes a change like `changeCheckout`: returns false if the checkout has changed since it was read, or has an
   * order.
   */
  const change = (read: Read, to: CheckoutChange): Promise<boolean> => changeCheckout(db, { now, seals }, read, to);

  return {
    load,
    change,
    /** Returns the statement of `change`. */
    changeStatement: (read: Read, to: CheckoutChange) => checkoutChange({ now, seals }, read, to),

    /** Locks a checkout's row until the transaction ends, and loads the checkout. */
    async lock(tx: Handle, id: string | null): Promise<OpenCheckout | null> {
      if (!isCheckoutId(id)) return null;
      // A second statement, because only that sees everything written before the lock was granted.
      const [, rows] = await runTogether(tx, lockCheckout(id), queryOf(id, null, now()));
      return open(tx, rows);
    },

    /** Loads a checkout and checks the caller's token in the same query. */
    async loadForCaller({ checkoutId: id, token }: Caller): Promise<CallersCheckout | null> {
      if (!isCheckoutId(id)) return null;
      const at = now();
      const rows = await run(db, queryOf(id, token, at));
      const checkout = await open(db, rows);
      const row = rows[0];
      if (!row || !checkout) return null;
      if (token !== null && row.token_used_at) await recordUse(db, token, row.token_used_at, at);
      return { checkout, tokenAccount: accountOf(row.token_account, row.token_email, row.token_profile) };
    },

    /** Stores a new checkout, see `insertCheckout`. */
    add: (checkout: NewCheckout) => insertCheckout({ db, now }, checkout),

    /**
     * Reads a checkout, decides and writes. If another request has written in between, it reads and decides again, so
     * that every decision is based on current data. `decide` can call a provider, because no transaction is open.
     */
    async update<Answer>(
      id: string | null,
      decide: (checkout: OpenCheckout | null) => Decision<Answer> | Promise<Decision<Answer>>,
    ): Promise<Answer> {
      for (let attempts = 1; ; attempts++) {
        const checkout = await load(id);
        const decision = await decide(checkout);
        if (!checkout || !decision.change) return decision.answer;
        if (await change(checkout, decision.change)) return decision.answer;
        if (attempts === ATTEMPTS) throw new Error("A checkout was changed by other requests five times in a row");
      }
    },
  };
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
    source: row.source,
    registeredEmail: row.registered_email,
    registeredHash: row.registered_hash,
    account: accountOf(row.account_id, row.email, row.profile),
    firstAnswerRepeats: row.first_answer_repeats,
    formStage: row.form_stage,
    documentId: row.document_id,
    customerCreated: readCustomerCreated(row.customer_created),
    solvency: readSolvency(row.solvency),
    terms: readTerms(row.terms),
    filledIn: readFilledIn(row.filled_in),
    createdAt: row.created_at,
    order:
      row.order_number && row.order_status
        ? { number: row.order_number, status: row.order_status, billPaid: row.order_paid ?? false }
        : null,
    payments: row.payments,
    available: row.available,
  };
}
