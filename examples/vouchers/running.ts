import { run, statement, type ReductionKeeper, type Running } from "kasse/extension";
import { asStored, isUsedUp, lockCode, reductionOf, validCode } from "./codes.ts";
import { FIELD, REFUSALS } from "./texts.ts";

/** Holds a code while a purchase is paid, and counts its use when the order is made. */
export const reductions: ReductionKeeper = {
  async hold(tx, { checkoutId, reduction, email, until, now }) {
    await lockCode(tx, reduction.reference);
    const code = await validCode(tx, reduction.reference, now);
    if (!code || (await isUsedUp(tx, code, { checkoutId, email, now }))) return false;
    await run(
      tx,
      statement`insert into vouchers_uses (checkout_id, code, email, held_until)
        values (${checkoutId}, ${code.code}, ${email}, ${until})
        on conflict (checkout_id, code) do update set email = excluded.email,
          held_until = greatest(vouchers_uses.held_until, excluded.held_until)`,
    );
    return true;
  },
  async take(tx, { checkoutId, reduction, email, order, now }) {
    await run(
      tx,
      statement`insert into vouchers_uses (checkout_id, code, email, held_until, order_number)
        values (${checkoutId}, ${reduction.reference}, ${email}, ${now}, ${order})
        on conflict (checkout_id, code) do update set order_number = excluded.order_number`,
    );
  },
};

export const summaryField = (({ db, reduce, limits, now }) => ({
  words: FIELD,
  maxLength: 40,
  async enter({ text, checkoutId, locale, ip }) {
    const allowed = await limits.take({ voucherTriesPerCheckout: checkoutId, voucherTriesPerAddress: ip });
    if (!allowed.ok) return { kind: "tooMany", retryAfter: allowed.failure.retryAfter };
    // An empty code takes the voucher away.
    const code = asStored(text);
    const found = code === "" ? null : await validCode(db, code, now());
    if (found === undefined) return refused("unknown");
    if (found && (await isUsedUp(db, found, { checkoutId, email: null, now: now() }))) return refused("usedUp");
    const reduced = await reduce({ checkoutId, by: "vouchers", reduction: found && reductionOf(found), locale });
    return reduced.kind === "unused" ? refused("unused") : reduced;
  },
})) satisfies Running["summaryField"];

export { desk } from "./desk.ts";

const refused = (why: keyof typeof REFUSALS) => ({ kind: "refused", message: REFUSALS[why] }) as const;
