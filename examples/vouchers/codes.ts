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

/** Returns what people typed as the code is stored: people write in lower case and with spaces. */
export const asStored = (typed: string): string => typed.replaceAll(/\s/g, "").toUpperCase();

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
