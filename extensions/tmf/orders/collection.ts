import { handedOverOrders } from "../read-models/orders.ts";
import type { StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { Resource } from "../http/query.ts";
import type { Collection } from "../http/resources.ts";
import { storedCollection } from "../http/stored-collection.ts";
import { readHandedOver, type ShownOrder } from "./handed-over.ts";
import { ONE, orderFilter, type OrderNames } from "./order-query.ts";

export type OrderNeeds = { readonly reads: StaleReads; readonly seals: Seals };

/** Returns the collection with a resource for each order that was handed over. */
export const handedOverCollection = (
  { reads, seals }: OrderNeeds,
  {
    path,
    names,
    show,
  }: { readonly path: string; readonly names: OrderNames; readonly show: (order: ShownOrder) => Resource },
): Collection =>
  storedCollection({
    reads,
    path,
    filterOf: (query) => orderFilter(query, names),
    one: ONE,
    page: handedOverOrders,
    show: async (row) => show(await readHandedOver(seals, row)),
  });
