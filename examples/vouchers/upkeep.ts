import { run, statement, type PersonalData, type Upkeep } from "kasse/extension";

/** A use without an order is forgotten a day after the payment could last be made. */
const isForgotten = (now: Date) => new Date(now.getTime() - 24 * 60 * 60_000);

export const retention: Upkeep["retention"] = [
  {
    about: "vouchers of purchases that were not made",
    old: (now) => ({
      async count(db) {
        const [old] = await run(
          db,
          statement<{ rows: number }>`select count(*)::int as rows from vouchers_uses
            where order_number is null and held_until < ${isForgotten(now)}`,
        );
        return old?.rows ?? 0;
      },
      async remove(db) {
        const removed = await run(
          db,
          statement`delete from vouchers_uses
            where order_number is null and held_until < ${isForgotten(now)} returning 1`,
        );
        return removed.length;
      },
    }),
  },
];

type Use = { readonly code: string; readonly order: string | null };

export const person: PersonalData = {
  name: "vouchers",
  find: (db, email) =>
    run(
      db,
      statement<Use>`select code, order_number as "order" from vouchers_uses
        where lower(email) = lower(${email}::text) order by code`,
    ),
  shown: (found) => found,
  // The use of a code still counts, but no longer says whose it was.
  async erase(tx, { email, found }) {
    await run(tx, statement`update vouchers_uses set email = '' where lower(email) = lower(${email}::text)`);
    return found.length === 0 ? [] : [`${found.length} ${found.length === 1 ? "use" : "uses"} of vouchers`];
  },
};
