import type { DeskAnswers } from "#contract/desk/calls.ts";
import {
  MOST_STATES,
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

/** How often the states are fetched without events, in ms, and with them, for what no event reports. */
const EVERY_MS = { live: 60_000, alone: 15_000 } as const;

type Listed = DeskAnswers["orders"]["orders"][number];

/**
 * What has changed since a list was fetched: the states of its orders, and how many newer ones there are. The list
 * itself is not fetched again by itself: each time is a look at people, and rows would move while somebody points at
 * one.
 */
export function useListStates(search: OrderSearch, listed: readonly Listed[] | undefined) {
  const isLive = useIsLive();
  const numbers = listed?.slice(0, MOST_STATES).map(({ number }) => number) ?? [];
  const { filter, period } = search;
  const { data } = useAnswer(
    "orderStates",
    { query: { numbers: numbers.join(","), filter, period } },
    {
      enabled: listed !== undefined,
      refetchInterval: isLive ? EVERY_MS.live : EVERY_MS.alone,
      // The list has just been fetched.
      initialData: { states: {}, newer: 0 },
      staleTime: EVERY_MS.live,
      gcTime: 0,
    },
  );
  return {
    stateOf: (order: Listed) => data?.states[order.number] ?? order.state,
    // Whether a newer order has the words of a search is not known.
    newer: search.text === "" ? (data?.newer ?? 0) : 0,
  };
}

/** How each state looks. */
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
