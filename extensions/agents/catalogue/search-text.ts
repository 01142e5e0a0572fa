import type { Locale } from "#core/text/locale.ts";
import { ASKED_WORDS } from "./asked-words.ts";
import type { Goods } from "./goods.ts";
import { categoriesOf, type Product } from "./product.ts";

/** Splits text into lower-case words without accents; numbers are words of their own, so that `5GB` is `5` and `gb`. */
function wordsIn(text: string): readonly string[] {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/\p{N}+|\p{L}{2,}/gu) ?? [];
}

/** Returns the words that a product is found by: its texts, and what people call its kind in this language. */
export function wordsOf(goods: Goods, product: Product, locale: Locale): ReadonlySet<string> {
  const kinds = categoriesOf(goods).flatMap((category) =>
    category === "mobile" ? [] : [ASKED_WORDS[locale][category]],
  );
  const variants = product.variants.flatMap(({ title, telecom }) => [title, telecom.esim ? "eSIM" : ""]);
  return new Set(wordsIn([product.title, goods.code, product.description.plain, ...variants, ...kinds].join(" ")));
}

/** Returns how many words of a query a product has. A word also counts if one of the product's begins with it. */
function matches(query: readonly string[], words: ReadonlySet<string>): number {
  const all = [...words];
  return query.filter((asked) => words.has(asked) || (!/^\d/.test(asked) && all.some((word) => word.startsWith(asked))))
    .length;
}

/**
 * Returns the items that match a query, best first and otherwise in their order. People ask in sentences, of which most
 * words say nothing about a product; so what has at least half of the best item's words is an answer.
 */
export function ranked<Item>(
  query: string,
  items: readonly Item[],
  wordsFor: (item: Item) => ReadonlySet<string>,
): readonly Item[] {
  const asked = [...new Set(wordsIn(query))];
  const scored = items.map((item) => ({ item, score: matches(asked, wordsFor(item)) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score * 2 >= best)
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item);
}
