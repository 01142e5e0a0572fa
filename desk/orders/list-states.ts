import type { DeskAnswers } from "#contract/desk/calls.ts";
import {
  MAX_STATES,
  type DeskState,
  DESK_FILTERS,
  DESK_PERIODS,
  type DeskFilter,
  type DeskPeriod,
} from "#core/desk/states.ts";
import { useIsLive } from "#desk/api/live.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import type { Tone } from "#desk/kit/StateTag.tsx";
import { useSearchParams } from "wouter";

/**
 * Interval between requests for the states, in ms. `live`: while events arrive, because some changes are not reported
 * by events.
 */
const POLL_INTERVALS_MS = { live: 60_000, alone: 15_000 } as const;

type Listed = DeskAnswers["orders"]["orders"][number];

/**
 * Returns what has changed since a list was fetched: the states of its orders, and the number of newer orders. The list
 * itself is not fetched again automatically, because each fetch is a recorded view of personal data, and rows would
 * move under the pointer.
 */
export function useListStates(search: OrderSearch, listed: readonly Listed[] | undefined) {
  const isLive = useIsLive();
  const numbers = listed?.slice(0, MAX_STATES).map(({ number }) => number) ?? [];
  const { filter, period } = search;
  const { data } = useAnswer(
    "orderStates",
    { query: { numbers: numbers.join(","), filter, period } },
    {
      enabled: listed !== undefined,
      refetchInterval: isLive ? POLL_INTERVALS_MS.live : POLL_INTERVALS_MS.alone,
      // The list has just been fetched, so nothing has changed yet.
      initialData: { states: {}, newer: 0 },
      staleTime: POLL_INTERVALS_MS.live,
      gcTime: 0,
    },
  );
  return {
    stateOf: (order: Listed) => data?.states[order.number] ?? order.state,
    // If the search has a text, it is unknown whether newer orders match it.
    newer: search.text === "" ? (data?.newer ?? 0) : 0,
  };
}

/** The appearance of each state. */
export const STATE_TONE: Readonly<Record<DeskState, Tone>> = {
  new: "plain",
  onHold: "hold",
  awaitingPayment: "plain",
  handoverFailed: "bad",
  handedOver: "good",
  cancelled: "off",
  refunding: "hold",
  refunded: "off",
};

/** The search of the order list. */
export type OrderSearch = { readonly text: string; readonly filter: DeskFilter; readonly period: DeskPeriod };

export const PERIODS = Object.keys(DESK_PERIODS) as readonly DeskPeriod[];
const DEFAULTS: OrderSearch = { text: "", filter: "all", period: "all" };

/**
 * Returns the search of the order list, and a function to change it. The search is stored in the URL, so that it can be
 * shared and the back button works.
 */
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
    // Replaces the entry in the browser's history while the person types, so that not every keystroke adds one.
    setParams(new URLSearchParams(next), { replace: "text" in changes });
  };
  return [search, change];
}
