import { sql } from "kysely";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { normalisePhone } from "#core/phone-numbers/phone.ts";
import type { DocumentStore } from "#server/sale/document/keep.ts";
import { removeMessagesTo } from "#server/integrations/mail-and-sms/upkeep.ts";
import { removeStarts } from "#server/operator/hourly-figures/note-checkouts.ts";
import { removeCalls, removeUnpaidCheckouts, removeFields } from "#server/sale/checkout/upkeep.ts";
import { freeDocumentsOf, picturesOf } from "#server/sale/document/upkeep.ts";
import { endTokensOf } from "#server/sale/identity/tokens.ts";
import { emptyAccount, removeAccounts, removeCodesOf } from "#server/sale/identity/upkeep.ts";
import { orderNumbersOf } from "#server/read-models/orders.ts";
import { endCheckoutLinks } from "#server/sale/checkout/links.ts";
import { accountPasskeys } from "#server/sale/identity/passkeys.ts";
import { forgetRefusals } from "#server/sale/checkout/credit-checks.ts";
import { endLinksOf } from "#server/sale/identity/reset-links.ts";
import { removePersons } from "#server/operator/retention/checkouts.ts";
import { periodAt, type Retention } from "#server/operator/retention/part.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { lockPerson, type Person } from "./find.ts";
import { withoutPuk } from "#server/operator/retention/identities.ts";
import { hasIdentity, openForm, sealForm } from "#server/sale/identity/sealed-identity.ts";
import { isSealed, openEvent, readStoredEvent, sealEvent } from "#server/sale/order/event/order.ts";
import { loadOrder } from "#server/sale/order/order.ts";
import { endOrderLinks, lockEvents, replaceCustomer, replaceEvent } from "#server/sale/order/upkeep.ts";

/** Data that remains after an erasure, the law that requires it, and when it is removed automatically. */
type Retained = { readonly what: string; readonly law: string; readonly until: Date };
export type Erased = { readonly removed: readonly string[]; readonly kept: readonly Retained[] };

const DAY_MS = 24 * 3600_000;

/**
 * Erases what the shop has about a person and no law requires (DSG art. 32): logins, password, checkouts with their
 * pictures and, if there are no orders, the account itself. Orders keep their customer (OR Art. 958f) and the data of
 * the identity document (VÜPF Art. 21) until the nightly purge removes them. Can be repeated.
 *
 * The person's data is found again under its locks, because an order may have been placed since somebody last looked.
 * Files are removed after the transaction, so that a file is never missing for a row that stayed; if that fails, the
 * nightly purge removes them. Returns null if the shop has nothing about the person.
 */
export async function erasePerson(
  {
    db,
    documents,
    seals,
    retention,
    now,
  }: {
    readonly db: Database;
    readonly documents: DocumentStore;
    readonly seals: Seals;
    readonly retention: Retention;
    readonly now: Date;
  },
  email: string,
): Promise<Erased | null> {
  const erased = await db.transaction().execute(async (tx) => {
    const person = await lockPerson(tx, email);
    if (!person) return null;
    const ordered = await orderNumbersOf(tx, person.checkoutIds);
    const open = person.checkoutIds.filter((id) => !ordered.has(id));
    const pictures = await picturesOf(tx, open);
    const removed = [
      ...(await eraseRefusals(tx, person)),
      ...(await eraseOfExtensions(tx, person, open)),
      ...(await eraseCheckouts(tx, open)),
      ...(await eraseOrderLeftovers(tx, seals, person)),
      ...(await eraseHistory(tx, person)),
      ...(await eraseLogins(tx, person, now)),
      ...(await eraseMessages(tx, person)),
    ];
    return { person, pictures, removed };
  });
  if (!erased) return null;
  const { person, pictures, removed } = erased;
  for (const { storage_key } of pictures) await documents.remove(storage_key);
  return {
    removed: [...(pictures.length > 0 ? [`${count(pictures.length, "picture")} of documents`] : []), ...removed],
    kept: keptOf(person, retention, now),
  };
}

/**
 * Erases checkouts. A checkout with a payment is kept with it, for accounting and late refunds, but without the
 * person's data.
 */
async function eraseCheckouts(tx: Handle, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  await removePersons(tx, ids);
  await removeStarts(tx, ids);
  await removeUnpaidCheckouts(tx, ids);
  return [count(ids.length, "checkout")];
}

/** Erases refusals of credit. Runs before the checkouts are erased, because the refusals are found through them. */
async function eraseRefusals(tx: Handle, { checkoutIds }: Person): Promise<string[]> {
  await forgetRefusals(tx, checkoutIds);
  return [];
}

/** Erases the recorded steps of each checkout. */
async function eraseHistory(tx: Handle, { checkoutIds, orders }: Person): Promise<string[]> {
  const ids = [...new Set([...checkoutIds, ...orders.map(({ checkoutId }) => checkoutId)])];
  if (ids.length === 0) return [];
  return (await removeCalls(tx, ids)) ? ["the steps of checkouts"] : [];
}

async function eraseLogins(tx: Handle, { account, orders }: Person, now: Date): Promise<string[]> {
  if (!account) return [];
  const logins = count(await endTokensOf(tx, account.id), "login");
  await endLinksOf(tx, account.id, now);
  await accountPasskeys.removeAll(tx, account.id);
  if (orders.length > 0) {
    await emptyAccount(tx, account.id);
    return [logins, "the password", "the passkeys", "the profile"];
  }
  await freeDocumentsOf(tx, account.id);
  await removeAccounts(tx, [account.id]);
  return [logins, "the account"];
}

/** Erases what extensions have stored about the person. `checkoutIds`: the person's checkouts without an order. */
async function eraseOfExtensions(
  tx: Handle,
  { email, ofExtensions }: Person,
  checkoutIds: readonly string[],
): Promise<string[]> {
  const removed: string[] = [];
  for (const { data, found } of ofExtensions) removed.push(...(await data.erase(tx, { email, checkoutIds, found })));
  return removed;
}

/** Erases login codes, e-mails that have not been sent yet, and the links in sent e-mails. */
async function eraseMessages(tx: Handle, { email, account }: Person): Promise<string[]> {
  await endCheckoutLinks(tx, [], email);
  const { phone } = account?.profile ?? {};
  if (phone) await removeCodesOf(tx, normalisePhone(phone));
  await removeMessagesTo(tx, email);
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs where payload->>'email' = ${email} and locked_at is null))`.execute(
    tx,
  );
  return [];
}

function keptOf({ orders }: Person, retention: Retention, now: Date): readonly Retained[] {
  return orders.flatMap(({ number, createdAt }) => {
    const kept = (what: string, kind: "orders" | "documents"): Retained => {
      const { days, source } = periodAt(retention[kind], createdAt);
      return { what, law: source, until: new Date(createdAt.getTime() + days * DAY_MS) };
    };
    const identity = kept(`identity document of order ${number}`, "documents");
    return [kept(`order ${number} with its customer`, "orders"), ...(identity.until > now ? [identity] : [])];
  });
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/**
 * Erases what an order no longer needs once it has been handed over: its links, the copy of the document's data in the
 * checkout's form, and the PUK.
 */
async function eraseOrderLeftovers(tx: Handle, seals: Seals, { orders }: Person): Promise<string[]> {
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return [];
  await endOrderLinks(tx, ids);
  await endCheckoutLinks(
    tx,
    orders.map(({ checkoutId }) => checkoutId),
  );
  let count = 0;
  for (const { id, checkoutId } of orders) {
    // Actions lock the order before its events, too.
    const order = await loadOrder(tx, { id }, { lock: true });
    const events = await lockEvents(tx, [id]);
    // The operator's systems have not received everything yet, so all of it is still needed.
    if (events.length === 0 || events.some(({ delivered_at }) => delivered_at === null)) continue;
    await removeFields(tx, [checkoutId], ["sealed"]);
    if (!order || !hasIdentity(order.customer)) continue;
    const customer = await sealForm(seals, checkoutId, {
      ...(await openForm(seals, checkoutId, order.customer)),
      puk: "",
    });
    await replaceCustomer(tx, id, customer);
    for (const { event_id, event } of events) {
      if (!isSealed(readStoredEvent(event))) continue;
      const opened = withoutPuk(await openEvent(seals, event_id, event)) as object;
      await replaceEvent(tx, event_id, await sealEvent(seals, { ...opened, eventId: event_id }));
    }
    count += 1;
  }
  return count > 0 ? ["links to orders", "PUKs"] : ["links to orders"];
}
