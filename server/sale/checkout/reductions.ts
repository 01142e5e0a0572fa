import { priceRecord, totalsOf, type Quote } from "#core/price/pricing.ts";
import type { Reduction } from "#core/checkout-record/reduction.ts";
import { readRecord } from "#core/checkout-record/record.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { run } from "#server/platform/database/statement.ts";
import type { Checkouts } from "./access.ts";
import type { OpenCheckout } from "./checkout.ts";
import { emailOf } from "./user.ts";

/** The use of a reduction by a purchase. */
export type ReductionUse = {
  readonly checkoutId: string;
  readonly reduction: Reduction;
  /** Who buys, as they wrote their e-mail address. */
  readonly email: string;
  readonly now: Date;
};

/**
 * What an extension decides about its reductions. Both run in the transaction of the purchase, which has locked its
 * checkout, and must not call another system.
 */
export type ReductionKeeper = {
  /**
   * Runs before a payment begins and before an order without a payment is made. Returns whether this purchase can have
   * the reduction, and holds it for the purchase until `until`. If not, the shopper has to agree to the price without
   * it.
   */
  hold(tx: Handle, use: ReductionUse & { readonly until: Date }): Promise<boolean>;
  /** Records that an order has used the reduction. What was paid stays so, even if it is no longer held. */
  take(tx: Handle, use: ReductionUse & { readonly order: string }): Promise<void>;
};

/** The keepers of running extensions, by the extension's name. */
export type ReductionKeepers = ReadonlyMap<string, ReductionKeeper>;

function usesOf(checkout: OpenCheckout, now: Date): readonly ReductionUse[] {
  const { id: checkoutId, record } = checkout;
  // In one order, so that two purchases with the same two reductions do not wait for each other.
  const all = (record.reductions ?? []).toSorted((one, other) => one.by.localeCompare(other.by));
  return all.map((reduction) => ({ checkoutId, reduction, email: emailOf(checkout), now }));
}

/**
 * Holds every reduction of a purchase until `until`. Returns those that it cannot have; so are those of an extension
 * that is switched off.
 */
export async function holdReductions(
  tx: Handle,
  keepers: ReductionKeepers,
  checkout: OpenCheckout,
  { until, now }: { readonly until: Date; readonly now: Date },
): Promise<readonly Reduction[]> {
  const lost: Reduction[] = [];
  for (const use of usesOf(checkout, now)) {
    const keeper = keepers.get(use.reduction.by);
    if (!(await keeper?.hold(tx, { ...use, until }))) lost.push(use.reduction);
  }
  return lost;
}

/** Records that an order uses the reductions of its purchase. */
export async function takeReductions(
  tx: Handle,
  keepers: ReductionKeepers,
  checkout: OpenCheckout,
  { order, now }: { readonly order: string; readonly now: Date },
): Promise<void> {
  for (const use of usesOf(checkout, now)) await keepers.get(use.reduction.by)?.take(tx, { ...use, order });
}

/**
 * Removes reductions that a purchase cannot have, and returns the checkout with its new price, to which the shopper has
 * to agree. Null if the catalogue no longer allows the purchase.
 */
export async function withoutReductions(
  tx: Handle,
  checkouts: Pick<Checkouts, "changeStatement">,
  checkout: OpenCheckout,
  lost: readonly Reduction[],
): Promise<(OpenCheckout & { readonly quote: Quote }) | null> {
  const { catalogue, catalogueVersion, shown } = checkout;
  const kept = (checkout.record.reductions ?? []).filter((each) => !lost.includes(each));
  const record = { ...checkout.record, reductions: kept };
  const read = readRecord(record, catalogue);
  if (!read.ok) return null;
  const quote = priceRecord(read.checked, catalogue);
  const unagreed = shown.unagreed ?? { catalogueVersion, totals: totalsOf(shown.quote) };
  const change = { record, shown: { quote, catalogueVersion, unagreed } };
  await run(tx, await checkouts.changeStatement(checkout, change));
  return { ...checkout, ...change, checked: read.checked, quote };
}
