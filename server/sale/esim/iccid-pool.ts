import { sql } from "kysely";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { plainIccid } from "#core/order/esim.ts";
import { listEntries, unclosedQuote } from "#server/platform/files/operator-text.ts";

/** `asked`: the SM-DP+ was called with this ICCID before, for the same order, and may have reserved it. */
type OwnIccid = { readonly iccid: string; readonly asked: boolean };

/**
 * Returns an ICCID from the operator's pool for an order. It is assigned to the order before it is requested, so later
 * calls return the same one. Null if no ICCID of this type is free.
 */
export async function iccidFor(db: Database, orderId: string, profileType: string): Promise<OwnIccid | null> {
  const { rows } = await sql<OwnIccid>`
    with own as (select iccid, asked from esim_iccids where order_id = ${orderId}),
    free as (select iccid from esim_iccids
      where profile_type = ${profileType} and order_id is null and not spent and not exists (select 1 from own)
      order by iccid limit 1 for update skip locked),
    taken as (update esim_iccids set order_id = ${orderId} where iccid in (select iccid from free) returning iccid, asked)
    select iccid, asked from own union all select iccid, asked from taken`.execute(db);
  return rows[0] ?? null;
}

/**
 * Records that the SM-DP+ is about to be called with an order's ICCID, or that it reported that the ICCID is not
 * reserved.
 */
export async function markAsked(db: Database, orderId: string, asked: boolean): Promise<void> {
  await db.updateTable("esim_iccids").set({ asked }).where("order_id", "=", orderId).execute();
}

/** Returns an order's ICCID to the pool. `spent`: it must not be used again. */
export async function giveBack(db: Handle, orderId: string, { spent }: { readonly spent: boolean }): Promise<void> {
  await db
    .updateTable("esim_iccids")
    .set({ order_id: null, asked: false, spent })
    .where("order_id", "=", orderId)
    .execute();
}

/** Adds ICCIDs to the pool. Returns the number of new ones. */
export async function addIccids(db: Database, profileType: string, iccids: readonly string[]): Promise<number> {
  if (iccids.length === 0) return 0;
  const { rows } = await sql<{ iccid: string }>`
    insert into esim_iccids (iccid, profile_type)
    select distinct unnest(${iccids.map(plainIccid)}::text[]), ${profileType}
    on conflict (iccid) do nothing returning iccid`.execute(db);
  return rows.length;
}

/** Returns the number of free ICCIDs of each type. */
export async function freeIccids(db: Database): Promise<readonly { readonly type: string; readonly free: number }[]> {
  const { rows } = await sql<{ type: string; free: number }>`
    select profile_type as type, (count(*) filter (where order_id is null and not spent))::int as free
    from esim_iccids group by 1 order by 1`.execute(db);
  return rows;
}

/** The ICCIDs of a file with warnings about them, or the errors, by line. */
export type ReadIccids =
  | { readonly ok: true; readonly iccids: readonly string[]; readonly doubts: readonly string[] }
  | { readonly ok: false; readonly mistakes: readonly string[] };

/**
 * Reads a list of ICCIDs (`listEntries`). Any error refuses the whole file: an invalid ICCID, one that a spreadsheet
 * has rounded, or a duplicate. A wrong check digit is only a warning, because some operators leave it out.
 */
export function readIccids(text: string): ReadIccids {
  const mistakes: string[] = [];
  const doubts: string[] = [];
  const found = new Map<string, number>();
  for (const listed of listEntries(text)) {
    const { line, text: entry } = listed;
    const iccid = plainIccid(entry.replace(/[\s-]/g, ""));
    const earlier = found.get(iccid);
    const unclosed = unclosedQuote(listed);
    if (unclosed) mistakes.push(unclosed);
    else if (isRounded(iccid))
      mistakes.push(`line ${line}: "${entry}" was rounded by a spreadsheet: format the column as text`);
    else if (!/^\d{18,20}$/.test(iccid))
      mistakes.push(`line ${line}: "${entry.slice(0, 40)}" is not an ICCID, which has 18 to 20 digits`);
    else if (earlier) mistakes.push(`line ${line}: ${iccid} is already in line ${earlier}`);
    else if (!hasCheckDigit(iccid)) doubts.push(`line ${line}: the last digit of ${iccid} is not its check digit`);
    if (earlier === undefined) found.set(iccid, line);
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, iccids: [...found.keys()], doubts };
}

/**
 * Returns whether a spreadsheet has rounded a number: it keeps 15 digits, and writes the rest as zeros or an exponent.
 */
const isRounded = (iccid: string) =>
  /^\d[.,]\d+E\+\d+$/i.test(iccid) || (/^\d{15}0{3,5}$/.test(iccid) && !hasCheckDigit(iccid));

/** Returns whether the last digit is the Luhn check digit of the others (ITU-T E.118, 5.2). */
function hasCheckDigit(iccid: string): boolean {
  const sum = [...iccid].toReversed().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
