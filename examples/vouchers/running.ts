import { LOCALES, run, statement, type Locale, type ReductionKeeper, type Running } from "kasse/extension";
import { asStored, isUsedUp, lockCode, reductionOf, validCode } from "./codes.ts";
import { REFUSALS, type Refusal } from "./texts.ts";

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

export const routes = ((app, { db, reduce, limits, now }) => {
  // The page sends the shopper's checkout as the shop's own calls do.
  app.post("/vouchers", async (request, reply) => {
    const { code: typed, locale: asked } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const locale = LOCALES.find((each) => each === asked) ?? "de";
    const { checkoutid: checkoutId } = request.headers;
    if (typeof checkoutId !== "string") return reply.code(404).send(refused("closed", locale));
    const allowed = await limits.take({ voucherTriesPerCheckout: checkoutId, voucherTriesPerAddress: request.ip });
    if (!allowed.ok) {
      const { retryAfter } = allowed.failure;
      return reply.code(429).header("retry-after", retryAfter).send(refused("tooMany", locale));
    }
    // An empty code takes the voucher away.
    const code = typeof typed === "string" ? asStored(typed) : "";
    const found = code === "" ? null : await validCode(db, code, now());
    if (found === undefined) return reply.code(422).send(refused("unknown", locale));
    if (found && (await isUsedUp(db, found, { checkoutId, email: null, now: now() })))
      return reply.code(422).send(refused("usedUp", locale));
    const reduced = await reduce({ checkoutId, by: "vouchers", reduction: found && reductionOf(found), locale });
    if (reduced.kind === "reduced") return reduced.answer;
    return reply.code(reduced.kind === "closed" ? 404 : 422).send(refused(reduced.kind, locale));
  });
}) satisfies Running["routes"];

const refused = (why: Refusal, locale: Locale) => ({ code: why, message: REFUSALS[why][locale] });
