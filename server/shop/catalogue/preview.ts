import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { Locale } from "#core/text/locale.ts";
import { fromChf, toChf, type Chf } from "#core/money/money.ts";
import { productPage, shopWindow } from "./shop-window.ts";

/**
 * How an amount in the shop differs between two catalogues, in CHF; null where the product or the amount does not
 * exist.
 */
export type AmountChange = {
  readonly code: string;
  readonly name: string;
  /** The term in months, if the product has several terms. */
  readonly term: number | null;
  readonly amount: keyof typeof AMOUNTS;
  readonly old: Chf | null;
  readonly new: Chf | null;
};

/** The amounts in the shop window, and what they are. */
export const AMOUNTS = {
  price: "a month",
  oldPrice: "crossed out",
  priceNow: "now",
  oneTime: "on the first bill",
  after: "a month afterwards",
  whole: "in all",
} as const;

type Shown = { readonly code: string; readonly name: string; readonly term: number | null } & {
  readonly [Amount in keyof typeof AMOUNTS]: Chf | null;
};

/** Returns the changes of displayed prices from one catalogue to another, for each term of each product. */
export function amountChanges(old: Catalogue, next: Catalogue, locale: Locale = "en"): readonly AmountChange[] {
  const [before, after] = [shownBy(old, locale), shownBy(next, locale)];
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const named = is ?? was;
    if (!named) return [];
    const { code, name, term } = named;
    return (Object.keys(AMOUNTS) as (keyof typeof AMOUNTS)[])
      .map((amount) => ({ code, name, term, amount, old: was?.[amount] ?? null, new: is?.[amount] ?? null }))
      .filter((change) => change.old !== change.new);
  });
}

/** Returns the amounts on each landing page, by product and term, and the amounts of add-ons. */
function shownBy(catalogue: Catalogue, locale: Locale): ReadonlyMap<string, Shown> {
  return new Map([...productsOf(catalogue, locale), ...extrasOf(catalogue, locale)]);
}

function extrasOf(
  { bundles, boxes, insurance, postBillFee }: Catalogue,
  locale: Locale,
): readonly (readonly [string, Shown])[] {
  const extra = (code: string, name: string, monthly: number | null, oneTime: number) => {
    const price = monthly === null ? null : toChf(monthly);
    const none = { term: null, oldPrice: null, priceNow: null, after: null, whole: null };
    return [`extra/${code}`, { code, name, price, oneTime: toChf(oneTime), ...none }] as const;
  };
  return [
    ...[...bundles, ...boxes].map(({ code, name, monthly, oneTime }) => extra(code, name[locale], monthly, oneTime)),
    extra("insurance", "Device insurance", insurance, 0),
    extra("postBill", "Bill by post", postBillFee, 0),
  ];
}

function productsOf(catalogue: Catalogue, locale: Locale): readonly (readonly [string, Shown])[] {
  const stock = new Map<string, number>();
  const today = { year: 2000, month: 1, day: 1 };
  return shopWindow(catalogue, stock, locale).flatMap((card) => {
    const page = productPage(card, { catalogue, stock, today }, locale);
    if (!page) throw new Error(`${card.code} has no page`);
    return page.terms.map((term): [string, Shown] => [
      `${card.kind}/${card.code}/${term.months}`,
      {
        code: card.code,
        name: card.name,
        term: page.terms.length > 1 ? term.months : null,
        // What is paid now has no monthly price, although the shop shows it at the same place.
        price: fromChf(term.billing) === 0 ? null : term.price,
        oldPrice: term.oldPrice,
        priceNow: term.priceNow,
        oneTime: term.oneTime,
        after: term.after?.billing ?? null,
        whole: term.whole?.total ?? null,
      },
    ]);
  });
}
