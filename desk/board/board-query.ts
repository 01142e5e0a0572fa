import { useSearchParams } from "wouter";
import { BOARD_PERIODS, type BoardPeriod, type BoardChart } from "#core/desk/board.ts";
import { PRODUCT_FAMILIES, type ProductFamily } from "#core/desk/product.ts";
import { DESK_API, DESK_PATHS } from "#contract/desk/paths.ts";

/** The selection of the board. `day`: the last day, `YYYY-MM-DD`; null for today. `family`: null for everything. */
export type BoardQuery = {
  readonly period: BoardPeriod;
  readonly day: string | null;
  readonly family: ProductFamily | null;
};

export const PERIODS = Object.keys(BOARD_PERIODS) as readonly BoardPeriod[];

/**
 * Returns the selection of the board, stored in the URL, so that it can be shared and the back button works, and a
 * function to change it.
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

/** Returns the selection as a query for the calls, without empty parts. */
export function sentOf({ period, day, family }: BoardQuery) {
  return { period, ...(day !== null && { day }), ...(family !== null && { family }) };
}

/** Returns the URL of a chart's figures as a file. */
export function csvAddress(chart: BoardChart, query: BoardQuery): string {
  return `${DESK_API}${DESK_PATHS.boardCsv[1]}?${new URLSearchParams({ chart, ...sentOf(query) }).toString()}`;
}
