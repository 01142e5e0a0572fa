import type { AnswerOf } from "#contract/shop/calls.ts";
import { readRecord } from "#core/checkout-record/record.ts";
import { isReduction } from "#core/price/lines.ts";
import { priceRecord } from "#core/price/pricing.ts";
import type { Reduction } from "#core/checkout-record/reduction.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import { checkoutAnswer } from "#server/sale/checkout/answer.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import type { VoidOutdated } from "#server/sale/ledger/void-open-payments.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { unagreedPrice } from "./change-record.ts";

export type Reduced =
  | { readonly kind: "reduced"; readonly answer: AnswerOf<"checkout"> }
  /** It would deduct nothing from this purchase, which therefore stays as it was. */
  | { readonly kind: "unused" }
  | { readonly kind: "closed"; readonly why: "unknown" | "ordered" | "notSold" };

/**
 * Gives a purchase the reduction of an extension instead of the one that it has of this extension, or takes it away
 * (null). The answer is that of POST /checkout, in `locale`.
 */
export type Reduce = (of: {
  readonly checkoutId: string | null;
  readonly by: string;
  readonly reduction: Omit<Reduction, "by"> | null;
  readonly locale: Locale;
}) => Promise<Reduced>;

export function createReduce(services: {
  readonly checkouts: Checkouts;
  readonly catalogues: CatalogueStore;
  readonly voidOutdated: VoidOutdated;
}): Reduce {
  return async ({ checkoutId, by, reduction, locale }) => {
    let before: OpenCheckout | null = null;
    const reduced = await services.checkouts.update<Reduced>(checkoutId, async (checkout) => {
      before = checkout;
      if (!checkout) return { answer: { kind: "closed", why: "unknown" } };
      if (checkout.order) return { answer: { kind: "closed", why: "ordered" } };
      const { id, catalogue, catalogueVersion } = checkout;
      const others = (checkout.record.reductions ?? []).filter((each) => each.by !== by);
      const record = { ...checkout.record, reductions: reduction ? [...others, { by, ...reduction }] : others };
      const read = readRecord(record, catalogue);
      if (!read.ok) return { answer: { kind: "closed", why: "notSold" } };
      const quote = priceRecord(read.checked, catalogue);
      if (reduction && !quote.lines.some((line) => isReduction(line) && line.by === by))
        return { answer: { kind: "unused" } };
      const unagreed = await unagreedPrice(services.catalogues, checkout, record, quote, null);
      const previous = unagreed?.totals ?? null;
      const simType = checkout.form?.simType;
      return {
        answer: {
          kind: "reduced",
          answer: checkoutAnswer({ id, quote, catalogue, previous, simType }, locale),
        },
        change: { record, shown: { quote, catalogueVersion, ...(unagreed && { unagreed }) } },
      };
    });
    if (reduced.kind === "reduced" && before) await services.voidOutdated(before);
    return reduced;
  };
}
