import { cataloguePath } from "../catalogue/product-catalogue.ts";
import { CUSTOMERS_PATH } from "../customers/customers.ts";
import type { Version } from "../http/resources.ts";
import { ordersPath } from "../orders/product-orders.ts";
import { INVENTORY_PATH } from "../orders/products.ts";

/** An interface with a hub: its root, and the events that its listeners can be told of. */
type Hub = { readonly version: Version; readonly root: string; readonly events: readonly string[] };

/** Interfaces whose listeners are told when an order is placed or changes. */
export const HUBS_OF_ORDERS = {
  "order v4": {
    version: "v4",
    root: ordersPath("v4"),
    events: ["ProductOrderCreateEvent", "ProductOrderStateChangeEvent"],
  },
  "order v5": {
    version: "v5",
    root: ordersPath("v5"),
    events: ["ProductOrderCreateEvent", "ProductOrderStateChangeEvent"],
  },
  "product v5": { version: "v5", root: INVENTORY_PATH, events: ["ProductCreateEvent", "ProductStateChangeEvent"] },
  "customer v5": { version: "v5", root: CUSTOMERS_PATH, events: ["CustomerCreateEvent"] },
} as const satisfies Record<string, Hub>;

/** Interfaces whose listeners are told when another catalogue, or other prices of it, go on sale. */
export const HUBS_OF_CATALOGUE = {
  "catalogue v4": { version: "v4", root: cataloguePath("v4"), events: ["CatalogCreateEvent"] },
  "catalogue v5": { version: "v5", root: cataloguePath("v5"), events: ["ProductCatalogCreateEvent"] },
} as const satisfies Record<string, Hub>;

export type OrderInterface = keyof typeof HUBS_OF_ORDERS;
export type CatalogueInterface = keyof typeof HUBS_OF_CATALOGUE;
/** The hubs by the name of the interface in the database. */
export const HUBS: Readonly<Record<OrderInterface | CatalogueInterface, Hub>> = {
  ...HUBS_OF_ORDERS,
  ...HUBS_OF_CATALOGUE,
};
