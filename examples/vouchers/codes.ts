import { fragment, run, statement, type Handle, type ReadHandle, type Reduction } from "kasse/extension";

/** A code as stored. */
export type Code = {
  readonly code: string;
  /** In Rappen. */
  readonly amount: number | null;
  readonly percent: number | null;
  /** How many monthly bills it is deducted from; null: it is deducted once. */
  readonly months: number | null;
  readonly products: readonly string[] | null;
  readonly starts_at: Date;
  readonly ends_at: Date | null;
  readonly in_all: number | null;
  readonly per_person: number | null;
};

/** A code that is to be made. */
export type NewCode = Omit<Code, "code">;

/** Codes are read aloud and typed, so they have letters and digits only. */
export const isCode = (code: string): boolean => /^[A-Z0-9]{4,32}$/.test(code);

/** Returns what people typed as the code is stored: people write in lower case and with spaces. */
export const asStored = (typed: string): string => typed.replaceAll(/\s/g, "").toUpperCase();

/** Makes codes that are all worth the same. Returns how many did not exist yet. */
export async function addCodes(db: Handle, codes: readonly string[], worth: NewCode): Promise<number> {
  const { amount, percent, months, products, starts_at, ends_at, in_all, per_person } = worth;
  const made = await run(
    db,
    statement`insert into vouchers_codes (code, amount, percent, months, products, starts_at, ends_at, in_all, per_person)
      select code, ${amount}::int, ${percent}::int, ${months}::int, ${products}::text[], ${starts_at}::timestamptz,
        ${ends_at}::timestamptz, ${in_all}::int, ${per_person}::int from unnest(${codes}::text[]) as code
      on conflict (code) do nothing returning 1`,
  );
  return made.length;
}

/** Ends a code, which purchases that are being paid keep. Returns false if there is none, or it has ended. */
export async function endCode(db: Handle, code: string, now: Date): Promise<boolean> {
  const ended = await run(
    db,
    statement`update vouchers_codes set ends_at = greatest(${now}, starts_at)
      where code = ${code} and (ends_at is null or ends_at > ${now}) returning 1`,
  );
  return ended.length > 0;
}

/**
 * Returns codes with how often each was used, newest first. `text`: a part of the code. `after`: the last code that is
 * already known; null for the first ones. `limit`: null for all.
 */
export async function listCodes(
  db: ReadHandle,
  { text, after, limit }: { readonly text: string; readonly after: string | null; readonly limit: number | null },
): Promise<readonly (Code & { readonly used: number })[]> {
  const later =
    after === null
      ? fragment``
      : fragment`and (created_at, code) < (select l.created_at, l.code from vouchers_codes l where l.code = ${after})`;
  return run(
    db,
    statement<Code & { used: number }>`
      select code, amount, percent, months, products, starts_at, ends_at, in_all, per_person,
        (select count(*)::int from vouchers_uses u join orders o on o.number = u.order_number
          where u.code = c.code and o.status <> 'cancelled') as used
      from vouchers_codes c where position(${asStored(text)} in code) > 0 ${later}
      order by created_at desc, code desc limit ${limit}`,
  );
}

/** Returns a code that is valid now; undefined if there is none. */
export async function validCode(db: ReadHandle, code: string, now: Date): Promise<Code | undefined> {
  const [found] = await run(
    db,
    statement<Code>`select code, amount, percent, months, products, starts_at, ends_at, in_all, per_person
      from vouchers_codes where code = ${code} and starts_at <= ${now} and (ends_at is null or ends_at > ${now})`,
  );
  return found;
}

/** Uses that count: with an order that was not cancelled, or held by a purchase that is being paid. */
const counting = (now: Date) => fragment`(
  exists (select 1 from orders where number = u.order_number and status <> 'cancelled')
  or u.order_number is null and u.held_until > ${now})`;

/** Returns whether a code has been used up, by all or by the person with this e-mail address. */
export async function isUsedUp(
  db: ReadHandle,
  { code, in_all, per_person }: Code,
  by: { readonly checkoutId: string; readonly email: string | null; readonly now: Date },
): Promise<boolean> {
  const [used] = await run(
    db,
    statement<{ all: number; own: number }>`
      select count(*)::int as all, count(*) filter (where lower(u.email) = lower(${by.email}::text))::int as own
      from vouchers_uses u where u.code = ${code} and u.checkout_id <> ${by.checkoutId} and ${counting(by.now)}`,
  );
  const { all = 0, own = 0 } = used ?? {};
  return (in_all !== null && all >= in_all) || (per_person !== null && own >= per_person);
}

/** Locks a code, so that two purchases cannot both get the last use. */
export async function lockCode(tx: Handle, code: string): Promise<void> {
  await run(tx, statement`select 1 from vouchers_codes where code = ${code} for update`);
}

/** Returns what a code deducts. Its name is the same on every receipt. */
export function reductionOf({ code, amount, percent, months, products }: Code): Omit<Reduction, "by"> {
  return {
    reference: code,
    name: {
      de: `Gutschein ${code}`,
      en: `Voucher ${code}`,
      fr: `Bon ${code}`,
      it: `Buono ${code}`,
      sr: `Vaučer ${code}`,
    },
    off: percent === null ? { amount: amount ?? 0 } : { percent },
    when: months === null ? "once" : { months },
    on: products,
  };
}
