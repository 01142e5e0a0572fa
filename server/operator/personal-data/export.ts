import { readFilledIn, readSolvency, readTerms, withoutDigest } from "#server/sale/checkout/stored.ts";
import { toChf } from "#core/money/money.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { toWire } from "#core/form/spelling.ts";
import { storedProfile } from "#server/sale/identity/profile.ts";
import { openForm } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import { storedCheckouts } from "#server/read-models/checkouts.ts";
import { historyOf } from "#server/sale/checkout/queries.ts";
import { loginsOf } from "#server/sale/identity/upkeep.ts";
import { accountPasskeys } from "#server/sale/identity/passkeys.ts";
import { loadOrder } from "#server/sale/order/order.ts";
import { messagesOf } from "#server/sale/order/sent-messages.ts";
import type { Person } from "./find.ts";
import { actionsOf } from "#server/sale/order/queries.ts";
import { esimOf } from "#server/read-models/esims.ts";

/**
 * Returns what the shop has about a person, decrypted, to be given to the person (DSG art. 25). Amounts are in CHF.
 * Pictures of documents are separate files. Throws a DocumentKeyError.
 */
export async function exportPerson(
  db: Database,
  seals: Seals,
  { email, account, checkoutIds, orders, ofExtensions }: Person,
): Promise<object> {
  const own = account?.id ?? "00000000-0000-0000-0000-000000000000";
  const sessions = await loginsOf(db, own);
  const passkeys = await accountPasskeys.list(db, own);
  return {
    email,
    account: account && {
      customerBaseId: account.customerBaseId,
      hasPassword: account.passwordHash !== null,
      profile: storedProfile(account.profile),
      logins: sessions,
      passkeys: passkeys.map(({ device, since, lastUsed }) => ({ device, since, lastUsed })),
    },
    orders: await Promise.all(orders.map(({ number }) => orderOf(db, seals, number))),
    checkouts: await openCheckouts(db, seals, checkoutIds, new Set(orders.map(({ checkoutId }) => checkoutId))),
    ...Object.fromEntries(ofExtensions.map(({ data, found }) => [data.name, data.shown(found)])),
    steps: await stepsOf(db, [...checkoutIds, ...orders.map(({ checkoutId }) => checkoutId)]),
  };
}

async function orderOf(db: Database, seals: Seals, number: string): Promise<object> {
  const order = await loadOrder(db, { number });
  if (!order) throw new Error(`Order ${number} has vanished`);
  const { lines } = order.shown.quote;
  const esim = await esimOf(db, order.id);
  return {
    number,
    createdAt: order.createdAt,
    status: order.status,
    language: order.locale,
    lines: lines.map(({ kind, code, monthly, firstBill, dueNow }) => ({
      kind,
      code,
      monthly: toChf(monthly),
      oneTime: toChf(firstBill),
      now: toChf(dueNow),
    })),
    customer: toWire(await openForm(seals, order.checkoutId, order.customer)),
    terms: order.terms,
    payment: order.payment && { ...order.payment, amount: toChf(order.payment.amount) },
    esim: esim
      ? {
          iccid: esim.iccid,
          state: esim.state,
          orderedAt: esim.orderedAt,
          progress: esim.progress,
          progressAt: esim.progressAt,
        }
      : null,
    messages: await messagesOf(db, order.id),
    decisions: (await actionsOf(db, number)).map(({ action, at }) => ({ action, at })),
  };
}

/** Returns the person's steps in checkouts, with refusals. */
async function stepsOf(db: Database, checkoutIds: readonly string[]): Promise<object[]> {
  const calls = (await Promise.all(checkoutIds.map((id) => historyOf(db, id)))).flat();
  return calls
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, call, failure: refusedBy, detail, times }) => ({ at, call, refusedBy, detail, times }));
}

/** Returns the checkouts without an order. */
async function openCheckouts(
  db: Database,
  seals: Seals,
  ids: readonly string[],
  ordered: ReadonlySet<string>,
): Promise<object[]> {
  const open = ids.filter((id) => !ordered.has(id));
  if (open.length === 0) return [];
  const rows = await storedCheckouts(db, open);
  return Promise.all(
    rows.map(async ({ id, form, solvency, terms, registered_email, record, filled_in, created_at, updated_at }) => ({
      createdAt: created_at,
      changedAt: updated_at,
      registeredEmail: registered_email,
      record,
      form: form === null ? null : toWire(await openForm(seals, id, readSealedForm(form))),
      solvent: readSolvency(solvency)?.solvent ?? null,
      filledIn: readFilledIn(filled_in),
      holderMatch: withoutDigest(readTerms(terms))?.holderMatch ?? null,
    })),
  );
}
