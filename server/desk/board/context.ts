import { dayInZurich, parseDay, type Day } from "#core/time/dates.ts";
import { slotsOf, spanOf, type BoardPeriod, type Slot, type Span } from "#core/desk/board.ts";
import type { Product, ProductFamily } from "#core/desk/product.ts";
import type { NamedProduct } from "#contract/desk/board.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { productNames } from "#server/desk/refusals.ts";
import type { DeskServices } from "#server/desk/services.ts";

/** The query for figures. */
type BoardQuery = {
  readonly period: BoardPeriod;
  /** The last day of the period, as `YYYY-MM-DD`; absent for today. */
  readonly day?: string | undefined;
  readonly family?: ProductFamily | undefined;
};

/** What each part of the board is computed from. */
export type BoardContext = {
  readonly db: ReadHandle;
  readonly now: Date;
  readonly period: BoardPeriod;
  readonly last: Day;
  readonly span: Span;
  readonly slots: readonly Slot[];
  /** Null for all families. */
  readonly family: ProductFamily | null;
  /** Returns the name of a product in the catalogue on sale, or its code if the catalogue does not have it. */
  nameOf(product: string): string;
};

/**
 * Reads figures in one snapshot on one connection, so that they are consistent and the other connections are left to
 * the jobs.
 */
export type ReadBoard = <T>(query: BoardQuery, read: (context: BoardContext) => Promise<T>) => Promise<T>;

export function createReadBoard({
  reads,
  now: clock,
  catalogues,
}: Pick<DeskServices, "reads" | "now" | "catalogues">): ReadBoard {
  return async ({ period, day, family }, read) => {
    const now = clock();
    const last = (day === undefined ? null : parseDay(day)) ?? dayInZurich(now);
    const nameOf = await productNames({ catalogues });
    const asked = { now, period, last, family: family ?? null, nameOf };
    const when = { span: spanOf(period, last), slots: slotsOf(period, last) };
    return reads.snapshot((tx) => read({ db: tx, ...asked, ...when }));
  };
}

/** Groups rows by product. */
export function byProduct<Row extends Readonly<Record<"family" | "product", string>>>(
  { nameOf }: Pick<BoardContext, "nameOf">,
  rows: readonly Row[],
): readonly { readonly product: NamedProduct; readonly rows: readonly Row[] }[] {
  const groups = Map.groupBy(rows, ({ family, product }) => JSON.stringify([family, product]));
  return [...groups.values()].map((group) => {
    const { family, product } = group[0] as Row & Product;
    return { product: { family, product, name: nameOf(product) }, rows: group };
  });
}

/** Returns a function that tells whether a row's hour is in a time span. */
export const isIn =
  ({ from, until }: Span) =>
  ({ hour }: { readonly hour: Date }): boolean =>
    hour >= from && hour < until;

export const onWire = ({ from, until }: Span) => ({ from: from.toISOString(), until: until.toISOString() });
