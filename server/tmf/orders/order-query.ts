import type { OrderFilter } from "#server/read-models/tmf.ts";
import { failed, type TmfResult } from "../http/failures.ts";
import type { Filter, ListQuery } from "../http/query.ts";
import { sortColumns } from "../http/sort.ts";
import { TMF_STATES, type TmfState } from "./handed-over.ts";

const ALL: OrderFilter = { numbers: null, customers: null, states: null, from: null, before: null, sort: [] };
export const ONE = (number: string): OrderFilter => ({ ...ALL, numbers: [number] });
const A_MS = 1;

/** The names that an interface gives to what orders are found by. */
export type OrderNames = {
  /** The attribute with the time of the order. */
  readonly time: string;
  readonly state: string;
  readonly stateOf: (word: string) => readonly TmfState[];
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
        message: `Filters are id, ${names.state}, relatedParty.id, ${names.time} with .gt, .gte, .lt or .lte`,
      });
    all = next;
  }
  return { ok: true, value: all };
}

function narrowed(all: OrderFilter, { path, operator, values }: Filter, names: OrderNames): OrderFilter | null {
  if (operator !== "eq") {
    const time = new Date(values[0] ?? "");
    if (path !== names.time || Number.isNaN(time.getTime()) || values.length !== 1) return null;
    const later = new Date(time.getTime() + A_MS);
    return {
      gt: { ...all, from: later },
      gte: { ...all, from: time },
      lt: { ...all, before: time },
      lte: { ...all, before: later },
    }[operator];
  }
  if (path === "id") return { ...all, numbers: values };
  if (/^relatedParty(\.partyOrPartyRole)?\.id$/.test(path)) return { ...all, customers: values };
  if (path !== names.state) return null;
  const states = values.flatMap((word) => names.stateOf(word)).flatMap((state) => TMF_STATES[state]);
  return { ...all, states };
}
