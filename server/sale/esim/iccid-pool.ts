import { sql } from "kysely";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { plainIccid } from "#core/order/esim.ts";
import { listEntries, unclosedQuote } from "#server/platform/files/operator-text.ts";

/** `asked`: the SM-DP+ was asked for it before, for the same order, and may have reserved it. */
type OwnIccid = { readonly iccid: string; readonly asked: boolean };

/**
 * The ICCID of the operator's pool that an order asks for, kept for it before it is asked for; the same whenever the order asks. Null if none of the
 * type is free.
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

/** Records that the SM-DP+ is about to be asked for an order's ICCID, or that it has said that it did not reserve it. */
export async function markAsked(db: Database, orderId: string, asked: boolean): Promise<void> {
  await db.updateTable("esim_iccids").set({ asked }).where("order_id", "=", orderId).execute();
}

/** Gives an order's ICCID back; `spent`: nobody is to use it again. */
export async function giveBack(db: Handle, orderId: string, { spent }: { readonly spent: boolean }): Promise<void> {
  await db
    .updateTable("esim_iccids")
    .set({ order_id: null, asked: false, spent })
    .where("order_id", "=", orderId)
    .execute();
}

/** Adds ICCIDs to the pool. Returns how many were not in it yet. */
export async function addIccids(db: Database, profileType: string, iccids: readonly string[]): Promise<number> {
  if (iccids.length === 0) return 0;
  const { rows } = await sql<{ iccid: string }>`
    insert into esim_iccids (iccid, profile_type)
    select distinct unnest(${iccids.map(plainIccid)}::text[]), ${profileType}
    on conflict (iccid) do nothing returning iccid`.execute(db);
  return rows.length;
}

/** How many ICCIDs of each type are free. */
export async function freeIccids(db: Database): Promise<readonly { readonly type: string; readonly free: number }[]> {
  const { rows } = await sql<{ type: string; free: number }>`
    select profile_type as type, (count(*) filter (where order_id is null and not spent))::int as free
    from esim_iccids group by 1 order by 1`.execute(db);
  return rows;
}

/** The ICCIDs of a file with what is doubtful about them, or what is wrong, line by line. */
export type ReadIccids =
  | { readonly ok: true; readonly iccids: readonly string[]; readonly doubts: readonly string[] }
  | { readonly ok: false; readonly mistakes: readonly string[] };

/**
 * Reads a list of ICCIDs (`listEntries`). A file with a mistake is refused as a whole: what is no ICCID, what a
 * spreadsheet has rounded, and what stands there twice. A check digit that does not fit is only doubtful, because some
 * operators leave it out.
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
      mistakes.push(`line ${line}: "${entry.slice(0, 40)}" is no ICCID: 18 to 20 digits`);
    else if (earlier) mistakes.push(`line ${line}: ${iccid} is in line ${earlier} already`);
    else if (!hasCheckDigit(iccid)) doubts.push(`line ${line}: the last digit of ${iccid} is not its check digit`);
    if (earlier === undefined) found.set(iccid, line);
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, iccids: [...found.keys()], doubts };
}

/** Spreadsheets keep 15 digits of a number, and write zeros for the others or an exponent. */
const isRounded = (iccid: string) =>
  /^\d[.,]\d+E\+\d+$/i.test(iccid) || (/^\d{15}0{3,5}$/.test(iccid) && !hasCheckDigit(iccid));

/** Whether the last digit is the one that Luhn's formula makes of the others (ITU-T E.118, 5.2). */
function hasCheckDigit(iccid: string): boolean {
  const sum = [...iccid].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
