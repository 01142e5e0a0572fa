import { createHash } from "node:crypto";
import type { Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import { fragment, run, runTogether, statement } from "#server/platform/database/statement.ts";

/** How long a chosen number is held for a checkout, in minutes. */
export const HOLD_MINUTES = 30;

/** How long a checkout without progress can hold numbers at most, in minutes. */
export const LONGEST_HOLD_MINUTES = 120;

/** A number held for a shopper, and when the hold ends. */
export type HeldNumber = { readonly msisdn: string; readonly until: Date };
/** `since`: when the checkout started to hold numbers without interruption. */
type Hold = HeldNumber & { readonly since: Date };

/** How many numbers are offered at once. */
export const OFFERED = 4;

/** Upper bound of `shuffle`, exclusive. */
const MAX_SHUFFLE = 2 ** 31 - 1;

type Offer = {
  readonly checkoutId: string;
  /** The search pattern, from `numberPattern`. */
  readonly pattern: string;
  /** How many offers came before this one. */
  readonly page: number;
  readonly now: Date;
};

/**
 * Returns numbers that this checkout can choose: free, not resting, and not held by another checkout. Each checkout
 * starts at a different position, so that two shoppers are rarely offered the same numbers. `more`: whether there are
 * others after these.
 */
export async function offeredNumbers(
  db: Handle,
  { checkoutId, pattern, page, now }: Offer,
): Promise<{ readonly numbers: readonly string[]; readonly more: boolean }> {
  const start = createHash("sha256").update(checkoutId).digest().readUInt32BE(0) >>> 1;
  const from = (start: number, end: number, limit: number) => statement<{ msisdn: string }>`
    select n.msisdn from numbers n
    where n.state = 'free' and n.available_from <= ${now} and n.msisdn like ${pattern}
      and n.shuffle >= ${start} and n.shuffle < ${end}
      and not exists (
        select 1 from number_holds h where h.msisdn = n.msisdn and h.checkout_id <> ${checkoutId} and h.until > ${now})
    order by n.shuffle, n.msisdn limit ${limit}`;
  const needed = (page + 1) * OFFERED + 1;
  const found = await run(db, from(start, MAX_SHUFFLE, needed));
  const rest = found.length < needed ? await run(db, from(0, start, needed - found.length)) : [];
  const numbers = [...found, ...rest].map(({ msisdn }) => msisdn).slice(page * OFFERED);
  return { numbers: numbers.slice(0, OFFERED), more: numbers.length > OFFERED };
}

/** Returns whether there is any number that this checkout can choose. */
export async function hasNumbers(db: Handle, checkoutId: string, now: Date): Promise<boolean> {
  const found = await run(
    db,
    statement<{ msisdn: string }>`
      select n.msisdn from numbers n
      where n.state = 'free' and n.available_from <= ${now}
        and not exists (
          select 1 from number_holds h where h.msisdn = n.msisdn and h.checkout_id <> ${checkoutId} and h.until > ${now})
      limit 1`,
  );
  return found.length > 0;
}

/**
 * Returns whether a number belongs to the pool and is not assigned, even if it is held. Such a number cannot be
 * transferred.
 */
export async function isFree(db: Handle, msisdn: string): Promise<boolean> {
  const found = await run(db, statement`select 1 from numbers where msisdn = ${msisdn} and state = 'free'`);
  return found.length > 0;
}

/** Returns the number held for a checkout, or null. */
export async function heldNumber(db: Handle, checkoutId: string, now: Date): Promise<Hold | null> {
  const [held] = await run(
    db,
    statement<Hold>`
      select msisdn, until, coalesce(since, ${now}) as since from number_holds
      where checkout_id = ${checkoutId} and until > ${now}`,
  );
  return held ?? null;
}

type Taker = { readonly checkoutId: string; readonly now: Date };

/**
 * Locks a number and returns whether a checkout can have it. The result stays true until the transaction ends, because
 * calls about the same number run one after the other.
 */
export async function lockNumber(tx: Handle, msisdn: string, { checkoutId, now }: Taker): Promise<boolean> {
  const [, free] = await runTogether(
    tx,
    statement`select msisdn from numbers where msisdn = ${msisdn} for update`,
    // A second statement, because only that sees everything written before the lock was granted.
    statement`
      select n.msisdn from numbers n
      where n.msisdn = ${msisdn} and n.state = 'free' and n.available_from <= ${now}
        and not exists (
          select 1 from number_holds h where h.msisdn = n.msisdn and h.checkout_id <> ${checkoutId} and h.until > ${now})`,
  );
  return free.length === 1;
}

/**
 * Returns how many numbers a holder's other checkouts hold, and when the first of these holds ends. Calls for the same
 * holder run one after the other.
 */
export async function holdsOfOthers(
  tx: Handle,
  holder: string,
  { checkoutId, now }: Taker,
): Promise<{ readonly count: number; readonly firstEnd: Date }> {
  const [, [held]] = await runTogether(
    tx,
    statement`select pg_advisory_xact_lock(${LOCKS.numberHolds}, hashtext(${holder}))`,
    statement<{ count: number; first_end: Date | null }>`
      select count(*)::int as count, min(until) as first_end from number_holds
      where holder = ${holder} and until > ${now} and checkout_id <> ${checkoutId}`,
  );
  return { count: held?.count ?? 0, firstEnd: held?.first_end ?? now };
}

/**
 * Holds a number for a checkout, instead of its previous one. Returns false if the number is unavailable. Never
 * shortens a hold.
 */
export async function holdNumber(
  tx: Handle,
  msisdn: string,
  { until, holder = null, ...taker }: Taker & { readonly until: Date; readonly holder?: string | null },
): Promise<boolean> {
  if (!(await lockNumber(tx, msisdn, taker))) return false;
  await run(
    tx,
    statement`
      insert into number_holds (checkout_id, msisdn, until, holder, since)
      values (${taker.checkoutId}, ${msisdn}, ${until}, ${holder}, ${taker.now})
      on conflict (checkout_id) do update set msisdn = excluded.msisdn,
        holder = coalesce(excluded.holder, number_holds.holder),
        since = case when number_holds.until > ${taker.now} then number_holds.since else excluded.since end,
        until = case when number_holds.msisdn = excluded.msisdn then greatest(number_holds.until, excluded.until)
          else excluded.until end`,
  );
  return true;
}

/** Returns the fragment that releases the number that a checkout holds, if any. */
export const numberToRelease = (checkoutId: string) =>
  fragment`delete from number_holds where checkout_id = ${checkoutId}`;

/** Releases the number that a checkout holds, if any. */
export async function releaseNumber(db: Handle, checkoutId: string): Promise<void> {
  await run(db, statement`${numberToRelease(checkoutId)}`);
}

/**
 * Assigns a number to an order and ends the checkout's hold. `lockNumber` must have found the number free in this
 * transaction.
 */
export async function takeNumber(
  tx: Handle,
  msisdn: string,
  { checkoutId, order, now }: Taker & { readonly order: string },
): Promise<void> {
  const taken = await run(
    tx,
    statement`
      with taken as (
        update numbers set state = 'ordered', order_number = ${order}
        where msisdn = ${msisdn} and state = 'free' returning msisdn),
      moved as (
        insert into number_movements (msisdn, kind, order_number, actor, at)
        select msisdn, 'ordered', ${order}, 'Kasse', ${now} from taken),
      released as (delete from number_holds where checkout_id = ${checkoutId})
      select msisdn from taken`,
  );
  if (taken.length !== 1) throw new Error("A number must be locked before it is taken");
}

/** Returns the number of a cancelled order to the pool, once. There it rests until a given time. */
export async function returnNumber(
  tx: Handle,
  order: string,
  { now, restsUntil }: { readonly now: Date; readonly restsUntil: Date },
): Promise<void> {
  await run(
    tx,
    statement`
      with returned as (
        update numbers set state = 'free', order_number = null, available_from = ${restsUntil}
        where order_number = ${order} returning msisdn)
      insert into number_movements (msisdn, kind, order_number, actor, at)
      select msisdn, 'returned', ${order}, 'Kasse', ${now} from returned`,
  );
}
