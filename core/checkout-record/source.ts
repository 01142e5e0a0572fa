/**
 * Where a checkout came from: `shop` is a product page, `link` a permalink, `link:<word>` a permalink that names a
 * campaign or partner, `agent:<host>` an agent that buys for a shopper (ADR 62). A source never identifies the shopper.
 */
export type CheckoutSource = "shop" | "link" | `link:${string}` | "agent" | `agent:${string}`;

/** The word of a permalink's `source`: lower-case letters, digits and `-`, at most 32. */
const WORD = /^[a-z0-9-]{1,32}$/;

/** Returns the source of a permalink with this word, or of one without; null if the word is not allowed. */
export function linkSource(word: string | null): CheckoutSource | null {
  if (word === null) return "link";
  return WORD.test(word) ? `link:${word}` : null;
}

/** Returns the source that a page of the shop sends. A text that no permalink has counts as `shop`. */
export function sentSource(text: string | null | undefined): CheckoutSource {
  if (text === "link") return text;
  return (text?.startsWith("link:") ? linkSource(text.slice("link:".length)) : null) ?? "shop";
}

type Kind = "shop" | "link" | "agent";

/** Returns what kind of source it is. A text of another version counts as `shop`. */
export function kindOfSource(source: string): Kind {
  const kind = source.split(":")[0];
  return kind === "link" || kind === "agent" ? kind : "shop";
}

/** How many checkouts came from a source, and how many of those became orders. */
type Counted = { readonly source: string; readonly begun: number; readonly ordered: number };

/** Adds up counts by source. */
export function countsBySource(rows: readonly Counted[]): readonly Counted[] {
  const sums = new Map<string, Counted>();
  for (const { source, begun, ordered } of rows) {
    const sum = sums.get(source);
    sums.set(source, { source, begun: begun + (sum?.begun ?? 0), ordered: ordered + (sum?.ordered ?? 0) });
  }
  return [...sums.values()];
}

/**
 * Returns these counts with at most `most` named sources; the others count as `link` or `agent`. Those with orders
 * stay, because a stranger can begin many checkouts under invented names, but not order.
 */
export function withFewSources<Row extends Counted>(rows: readonly Row[], most: number): readonly Row[] {
  const sums = countsBySource(rows.filter(({ source }) => source !== kindOfSource(source)));
  const first = (one: Counted, other: Counted) =>
    other.ordered - one.ordered || other.begun - one.begun || (one.source < other.source ? -1 : 1);
  const named = new Set(
    sums
      .toSorted(first)
      .slice(0, most)
      .map(({ source }) => source),
  );
  return rows.map((row) => (named.has(row.source) ? row : { ...row, source: kindOfSource(row.source) }));
}
