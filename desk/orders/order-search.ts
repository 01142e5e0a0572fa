import { useSearchParams } from "wouter";
import { DESK_FILTERS, DESK_PERIODS, type DeskFilter, type DeskPeriod } from "#core/desk/states.ts";

/** The search of the list. */
export type OrderSearch = { readonly text: string; readonly filter: DeskFilter; readonly period: DeskPeriod };

export const PERIODS = Object.keys(DESK_PERIODS) as readonly DeskPeriod[];
const DEFAULTS: OrderSearch = { text: "", filter: "all", period: "all" };

/** The search of the list, kept in the address, so that it can be shared and the back button works. */
export function useOrderSearch(): readonly [OrderSearch, (change: Partial<OrderSearch>) => void] {
  const [params, setParams] = useSearchParams();
  const search: OrderSearch = {
    text: params.get("text") ?? DEFAULTS.text,
    filter: DESK_FILTERS.find((each) => each === params.get("filter")) ?? DEFAULTS.filter,
    period: PERIODS.find((each) => each === params.get("period")) ?? DEFAULTS.period,
  };
  const change = (changes: Partial<OrderSearch>) => {
    const next = Object.entries({ ...search, ...changes }).filter(
      ([key, value]) => value !== DEFAULTS[key as keyof OrderSearch],
    );
    // Typing adds one entry to the browser's history, not one for each keystroke.
    setParams(new URLSearchParams(next), { replace: "text" in changes });
  };
  return [search, change];
}
