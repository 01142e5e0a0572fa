import { fromChf, sumOf, type Rappen } from "#core/money/money.ts";
import { yearlyTotal } from "#core/price/pricing.ts";
import { changeOf, type Item } from "#web/checkout/summary/lines.ts";
import type { CheckoutAnswer } from "#web/session/draft.ts";

type Priced = Pick<CheckoutAnswer, "items" | "billing" | "oneTime" | "total">;

/**
 * Returns twelve bills plus what is paid once, in Rappen, with what changes within the year: a promotion, the price of
 * TV, instalments or a reduction can end earlier.
 */
export function yearlyOf({ items, billing, oneTime, total }: Priced): Rappen {
  const full = yearlyTotal({ monthly: fromChf(billing), firstBill: fromChf(oneTime), dueNow: fromChf(total) });
  const changes = items.flatMap((entry) => Object.values(entry)).flatMap((item) => (item ? endOf(item) : []));
  return full + sumOf(changes, ({ months, by }) => Math.max(0, 12 - months) * by);
}

/** Returns after how many months the monthly amount of a line changes, and by how much in Rappen. */
function endOf(item: Item): readonly { readonly months: number; readonly by: Rappen }[] {
  const monthly = fromChf(item.billing);
  if (item.reduction) return [{ months: item.reduction.months, by: 0 - monthly }];
  if (item.instalments) return [{ months: item.instalments.count, by: 0 - monthly }];
  const change = changeOf(item);
  if (!change || change.months === null) return [];
  return [{ months: change.months, by: fromChf(change.after) - monthly }];
}
