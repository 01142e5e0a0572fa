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
import { QUESTIONS, READS, ROWS, type Operation, type OperationCall, type Operations, type Row } from "./operation.ts";
import type { AgentOrders } from "./order/show-order.ts";
import { CHECKOUT, LOOKUP, ORDER, SEARCH } from "./protocol/capabilities.ts";
import { bundleCoverage } from "./questions/bundle-coverage.ts";
import { compareTariffs } from "./questions/compare-tariffs.ts";
import { CompareRequest, CoverageRequest, OptionsRequest, TransferRequest } from "./questions/requests.ts";
import { tariffOptions } from "./questions/tariff-options.ts";
import { transferRequirements } from "./questions/transfer-requirements.ts";
import { LookupRequest, ProductRequest, SearchRequest, type AgentCaller } from "./request.ts";

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

  /** An operation that only reads what the shop sells. */
  const reading = <Schema extends v.GenericSchema>(
    row: Row & Pick<Operation, "root">,
    request: Schema,
    answer: (body: v.InferOutput<Schema>, window: Window) => Answer,
  ): Operation => ({
    ...READS,
    argument: "catalog",
    ...row,
    request,
    run: async ({ body, caller }) => answer(body as v.InferOutput<Schema>, await windowFor(caller)),
  });

  /** An operation on checkouts. The body was read with its schema. */
  const onCheckout = <Schema extends v.GenericSchema>(
    row: Row,
    request: Schema,
    run: (call: OperationCall & { readonly body: v.InferOutput<Schema> }) => Promise<Answer>,
  ): Operation => ({
    ...READS,
    root: CHECKOUT,
    isSigned: true,
    hasPayment: true,
    ...row,
    request,
    run: (call) => run(call as OperationCall & { readonly body: v.InferOutput<Schema> }),
  });

  const all: readonly Operation[] = [
    reading({ ...ROWS.search, root: SEARCH }, SearchRequest, searchCatalogue),
    reading({ ...ROWS.lookUp, root: LOOKUP }, LookupRequest, lookUpCatalogue),
    reading({ ...ROWS.show, root: LOOKUP }, ProductRequest, showProduct),
    reading({ ...QUESTIONS.compare, root: SEARCH }, CompareRequest, compareTariffs),
    reading({ ...QUESTIONS.coverage, root: LOOKUP }, CoverageRequest, bundleCoverage),
    reading({ ...QUESTIONS.transfer, root: LOOKUP }, TransferRequest, transferRequirements),
    reading({ ...QUESTIONS.options, root: LOOKUP }, OptionsRequest, tariffOptions),
    onCheckout(ROWS.create, CheckoutRequest, checkouts.create),
    onCheckout(ROWS.get, NOTHING, checkouts.get),
    onCheckout(ROWS.update, CheckoutRequest, checkouts.update),
    onCheckout(ROWS.complete, NOTHING, checkouts.complete),
    onCheckout(ROWS.cancel, NOTHING, checkouts.cancel),
    { ...READS, ...ROWS.getOrder, root: ORDER, request: NOTHING, run: orders.get },
  ];
  return Object.fromEntries(all.map((operation) => [operation.name, operation]));
}
