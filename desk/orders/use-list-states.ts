import type { DeskAnswers } from "#contract/desk/calls.ts";
import { MOST_STATES } from "#core/desk/states.ts";
import { useIsLive } from "#desk/api/live.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import type { OrderSearch } from "./order-search.ts";

/** How often the states are fetched without events, in ms, and with them, for what no event reports. */
const EVERY_MS = { live: 60_000, alone: 15_000 } as const;

type Listed = DeskAnswers["orders"]["orders"][number];

/**
 * What has changed since a list was fetched: the states of its orders, and how many newer ones there are. The list itself is not fetched again by itself:
 * each time is a look at people, and rows would move while somebody points at one.
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
