import * as v from "valibot";
import { dayInZurich } from "#core/time/dates.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { availableStock } from "#server/shop/stock/queries.ts";
import type { Answer } from "./answer.ts";
import type { Window } from "./catalogue/product.ts";
import { lookUpCatalogue, searchCatalogue, showProduct } from "./catalogue/search.ts";
import type { AgentCheckouts } from "./checkout/operations.ts";
import { CheckoutRequest } from "./checkout/request.ts";
import type { AgentOrders } from "./order/show-order.ts";
import { CHECKOUT, LOOKUP, ORDER, SEARCH, type RootCapability } from "./protocol/capabilities.ts";
import { LookupRequest, ProductRequest, SearchRequest, type AgentCaller } from "./request.ts";

/** A call of an operation, as every transport passes it on. */
type OperationCall = {
  readonly caller: AgentCaller;
  /** The id in the path. */
  readonly id: string;
  /** The `Idempotency-Key`; null if there is none. */
  readonly key: string | null;
  readonly body: unknown;
  /** The body as it was sent. */
  readonly raw: Buffer;
};

/** An operation of UCP's shopping service. */
export type Operation = {
  /** Its name in UCP, such as `create_checkout`. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  /** The capability that it belongs to. */
  readonly root: RootCapability;
  /**
   * Whether the platform has to sign. The catalogue is public; checkouts and orders are those of the platform that
   * created them, which only a signature proves.
   */
  readonly isSigned: boolean;
  readonly signsAnswer: boolean;
  /** Whether its answer lists the payment handlers. */
  readonly hasPayment: boolean;
  readonly request: v.GenericSchema;
  run(call: OperationCall): Promise<Answer>;
};
export type Operations = Readonly<Record<string, Operation>>;

const NOTHING = v.looseObject({});

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly catalogues: CatalogueStore;
  readonly checkouts: AgentCheckouts;
  readonly orders: AgentOrders;
  readonly sellsEsims: boolean;
  readonly publicUrl: string;
};

/** Returns the operations by name. The transports derive their paths and tools from this table. */
export function createOperations(needs: Needs): Operations {
  const { db, now, catalogues, checkouts, orders, sellsEsims, publicUrl } = needs;

  async function windowFor({ locale }: AgentCaller): Promise<Window> {
    const [{ catalogue }, stock] = await Promise.all([catalogues.current(), availableStock(db, now())]);
    return { catalogue, stock, today: dayInZurich(now()), sellsEsims, publicUrl, locale };
  }

  /** An operation that reads the catalogue. */
  const reading = <Schema extends v.GenericSchema>(
    name: string,
    path: string,
    root: RootCapability,
    request: Schema,
    answer: (body: v.InferOutput<Schema>, window: Window) => Answer,
  ): Operation => ({
    ...UNSIGNED,
    name,
    path,
    root,
    request,
    run: async ({ body, caller }) => answer(body as v.InferOutput<Schema>, await windowFor(caller)),
  });

  /** An operation on checkouts. The body was read with its schema. */
  const onCheckout = <Schema extends v.GenericSchema>(
    name: string,
    [method, path]: readonly [Operation["method"], string],
    request: Schema,
    run: (call: OperationCall & { readonly body: v.InferOutput<Schema> }) => Promise<Answer>,
    signsAnswer = false,
  ): Operation => ({
    name,
    method,
    path,
    root: CHECKOUT,
    isSigned: true,
    signsAnswer,
    hasPayment: true,
    request,
    run: (call) => run(call as OperationCall & { readonly body: v.InferOutput<Schema> }),
  });

  const all = [
    reading("search_catalog", "/catalog/search", SEARCH, SearchRequest, searchCatalogue),
    reading("lookup_catalog", "/catalog/lookup", LOOKUP, LookupRequest, lookUpCatalogue),
    reading("get_product", "/catalog/product", LOOKUP, ProductRequest, showProduct),
    onCheckout("create_checkout", ["POST", "/checkout-sessions"], CheckoutRequest, checkouts.create),
    onCheckout("get_checkout", ["GET", "/checkout-sessions/:id"], NOTHING, checkouts.get),
    onCheckout("update_checkout", ["PUT", "/checkout-sessions/:id"], CheckoutRequest, checkouts.update),
    onCheckout("complete_checkout", ["POST", "/checkout-sessions/:id/complete"], NOTHING, checkouts.complete, true),
    onCheckout("cancel_checkout", ["POST", "/checkout-sessions/:id/cancel"], NOTHING, checkouts.cancel),
    {
      ...UNSIGNED,
      name: "get_order",
      method: "GET",
      path: "/orders/:id",
      root: ORDER,
      isSigned: true,
      request: NOTHING,
      run: orders.get,
    },
  ] satisfies readonly Operation[];
  return Object.fromEntries(all.map((operation) => [operation.name, operation]));
}

const UNSIGNED = { method: "POST", isSigned: false, signsAnswer: false, hasPayment: false } as const;
