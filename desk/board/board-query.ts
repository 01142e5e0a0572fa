import { useSearchParams } from "wouter";
import { BOARD_PERIODS, type BoardPeriod, type BoardChart } from "#core/desk/board.ts";
import { PRODUCT_FAMILIES, type ProductFamily } from "#core/desk/product.ts";
import { DESK_API, DESK_PATHS } from "#contract/desk/paths.ts";

/**
 * What the board shows. `day`: the last day of the period, `YYYY-MM-DD`; null for today. `family`: null for all
 * products.
 */
export type BoardQuery = {
  readonly period: BoardPeriod;
  readonly day: string | null;
  readonly family: ProductFamily | null;
};

export const PERIODS = Object.keys(BOARD_PERIODS) as readonly BoardPeriod[];

/**
 * Returns what the board shows, and a function to change it. It is stored in the URL, so that it can be shared and the
 * back button works.
 */
export function useBoardQuery(): readonly [BoardQuery, (change: Partial<BoardQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const query: BoardQuery = {
    period: PERIODS.find((each) => each === params.get("period")) ?? "day",
    day: params.get("day"),
    family: PRODUCT_FAMILIES.find((each) => each === params.get("family")) ?? null,
  };
  return [query, (change) => setParams(new URLSearchParams(sentOf({ ...query, ...change })))];
}

/** Returns the selection as a query for calls, without parts that are null. */
export function sentOf({ period, day, family }: BoardQuery) {
  return { period, ...(day !== null && { day }), ...(family !== null && { family }) };
}

/** Returns the URL of the CSV file with a chart's figures. */
export function csvAddress(chart: BoardChart, query: BoardQuery): string {
  return `${DESK_API}${DESK_PATHS.boardCsv[1]}?${new URLSearchParams({ chart, ...sentOf(query) }).toString()}`;
}
