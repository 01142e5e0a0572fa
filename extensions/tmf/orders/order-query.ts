import type { OrderFilter } from "../read-models/orders.ts";
import { failed, type TmfResult } from "../http/failures.ts";
import { TIMES, type Filter, type ListQuery } from "../http/query.ts";
import { sortColumns } from "../http/sort.ts";
import { TMF_STATES, type TmfState } from "./handed-over.ts";

const ALL: OrderFilter = { numbers: null, customers: null, states: null, from: null, before: null, sort: [] };
export const ONE = (number: string): OrderFilter => ({ ...ALL, numbers: [number] });

/** The names that an interface gives to what orders are found by. */
export type OrderNames = {
  /** The attribute with the time of the order. */
  readonly time: string;
  readonly state: string;
  /** Returns the states that a word stands for; null if it is none of the interface. */
  readonly stateOf: (word: string) => readonly TmfState[] | null;
  /** Attributes with the number of the order besides `id`. */
  readonly numbers: readonly string[];
};

/**
 * Returns the orders that a list is asked for. Filters that the database cannot answer are refused, because a list
 * without them would be taken for the filtered one.
 */
export function orderFilter({ filters, sort }: ListQuery, names: OrderNames): TmfResult<OrderFilter> {
  const columns = sortColumns(sort, { [names.time]: "time", id: "id" } as const);
  if (!columns.ok) return columns;
  let all: OrderFilter = { ...ALL, sort: columns.value };
  for (const filter of filters) {
    const next = narrowed(all, filter, names);
    if (!next)
      return failed({
        status: 400,
        code: "filterNotSupported",
        reason: `They cannot be filtered by ${filter.path}${filter.operator === "eq" ? "" : `.${filter.operator}`}, or not by this value`,
        message: `Filters are ${["id", ...names.numbers].join(", ")}, ${names.state}, relatedParty.id, ${names.time} with .gt, .gte, .lt or .lte. ${TIMES}`,
      });
    all = next;
  }
  return { ok: true, value: all };
}

function narrowed(all: OrderFilter, { path, operator, values }: Filter, names: OrderNames): OrderFilter | null {
  const texts = values.map(({ text }) => text);
  if (operator !== "eq") {
    const span = values[0]?.span ?? null;
    if (path !== names.time || span === null) return null;
    const { from, before } = span;
    return {
      gt: { ...all, from: later(all.from, before) },
      gte: { ...all, from: later(all.from, from) },
      lt: { ...all, before: earlier(all.before, from) },
      lte: { ...all, before: earlier(all.before, before) },
    }[operator];
  }
  if (path === "id" || names.numbers.includes(path))
    return { ...all, numbers: all.numbers?.filter((each) => texts.includes(each)) ?? texts };
  if (/^relatedParty(\.partyOrPartyRole)?\.id$/.test(path)) return { ...all, customers: texts };
  const states = texts.map((word) => names.stateOf(word));
  if (path !== names.state || states.includes(null)) return null;
  return { ...all, states: states.flatMap((each) => each ?? []).flatMap((state) => TMF_STATES[state]) };
}

const later = (one: Date | null, other: Date) => (one && one > other ? one : other);
const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);
