import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { readShown } from "#server/sale/checkout/stored.ts";
import type { ListedDeskOrder } from "#contract/desk/order-answers.ts";
import { searchedTerms } from "#core/desk/search.ts";
import { deskStateOf } from "#core/desk/states.ts";
import type { Locale } from "#core/text/locale.ts";
import { toChf } from "#core/money/money.ts";
import { namedBy } from "#server/operator/support/find.ts";
import { listedIds, listedOrders } from "#server/read-models/desk-orders.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import { ok } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { namesOf, productsOf } from "./names.ts";

/** Number of orders on a page. */
const PAGE = 50;

/** GET /orders: returns a page of the list, newest first. */
export function orders(services: Pick<DeskServices, "reads" | "now" | "catalogues">): DeskHandler<"orders"> {
  const { reads, now } = services;
  return async ({ query: { text, ...listed }, locale }) => {
    const wanted = {
      ...listed,
      // The text may be the whole id of a payment or a checkout, pasted into the search.
      named: /^[\w-]{8,}$/.test(text) ? namedBy(text) : null,
      words: text === "" ? null : searchedTerms(text),
      limit: PAGE + 1,
      now: now(),
    };
    const { ids, rows } = await reads.read(async (db) => {
      const found = await listedIds(db, wanted);
      return { ids: found, rows: await listedOrders(db, found.slice(0, PAGE)) };
    });
    const last = ids.length > PAGE ? rows.at(-1) : undefined;
    const orders = await Promise.all(rows.map((row) => onWire(services.catalogues, row, locale)));
    return ok({ orders, next: last?.number ?? null });
  };
}

type Row = Awaited<ReturnType<typeof listedOrders>>[number];

async function onWire(catalogues: CatalogueStore, row: Row, locale: Locale): Promise<ListedDeskOrder> {
  const { quote, catalogueVersion } = readShown(row.shown);
  const { catalogue } = await catalogues.ofVersion(catalogueVersion);
  return {
    number: row.number,
    createdAt: row.createdAt.toISOString(),
    name: namesOf(readSealedForm(row.customer)),
    product: productsOf(quote.lines, catalogue, locale),
    monthly: toChf(quote.monthly),
    now: toChf(quote.dueNow),
    state: deskStateOf(row),
  };
}
