import { customersPage } from "../read-models/orders.ts";
import type { UntoldOrder } from "../read-models/listeners.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import type { LoadedCatalogue } from "#server/shop/catalogue/store.ts";
import { catalogueResources } from "../catalogue/product-catalogue.ts";
import { customer, ONE_CUSTOMER } from "../customers/customers.ts";
import type { Resource } from "../http/query.ts";
import type { Version } from "../http/resources.ts";
import { stateNamed, type ShownOrder } from "../orders/handed-over.ts";
import { productOrder } from "../orders/product-orders.ts";
import { product, STATUS } from "../orders/products.ts";
import type { CatalogueInterface, OrderInterface } from "./interfaces.ts";

/** What a listener is told. `event`: the resource, by the name that the event gives it. */
export type Notice = { readonly eventType: string; readonly event: Resource };
type OrderNotice = (untold: UntoldOrder, order: ShownOrder, db: ReadHandle) => Promise<Notice | null>;

const orderNotice =
  (version: Version): OrderNotice =>
  async ({ told }, order) => ({
    eventType: told === null ? "ProductOrderCreateEvent" : "ProductOrderStateChangeEvent",
    event: { productOrder: productOrder(version, order) },
  });

/** What an order means to the listeners of each interface; null if it is nothing new. */
export const ORDER_NOTICES: Readonly<Record<OrderInterface, OrderNotice>> = {
  "order v4": orderNotice("v4"),
  "order v5": orderNotice("v5"),
  "product v5": async ({ told }, order) => {
    // Several states of an order are one status of its product.
    if (told !== null && STATUS[stateNamed(told)] === STATUS[order.state]) return null;
    return {
      eventType: told === null ? "ProductCreateEvent" : "ProductStateChangeEvent",
      event: { product: product(order) },
    };
  },
  "customer v5": async ({ told, isNewCustomer, customerId }, _order, db) => {
    if (told !== null || !isNewCustomer || customerId === null) return null;
    const { rows } = await customersPage(db, ONE_CUSTOMER(customerId), { offset: 0, limit: 1 });
    const [row] = rows;
    return row ? { eventType: "CustomerCreateEvent", event: { customer: customer(row) } } : null;
  },
};

/** What a catalogue that went on sale means to the listeners of each interface. */
export function catalogueNotice(to: CatalogueInterface, current: LoadedCatalogue, since: Date): Notice {
  const version = to === "catalogue v5" ? "v5" : "v4";
  const [catalog = {}] = catalogueResources(version, current, since).catalog;
  return version === "v5"
    ? { eventType: "ProductCatalogCreateEvent", event: { productCatalog: catalog } }
    : { eventType: "CatalogCreateEvent", event: { catalog } };
}
