import { dayInZurich } from "#core/time/dates.ts";
import { type Handlers } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { bundleOptions, presentTariff, topAction, tvOptions } from "./presentation.ts";
import { productPage, shopWindow } from "./shop-window.ts";
import { availableStock } from "#server/shop/stock/queries.ts";
import type { CatalogueStore } from "./store.ts";

type ShopCalls = Pick<Handlers, "catalogue" | "product" | "presentation" | "tvOptions" | "bundles" | "topAction">;

const NOT_FOUND = fail("notFound");

/** Returns the handlers of the shop window's calls, which need no checkout. */
export function shopCalls(services: {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly now: Clock;
}): ShopCalls {
  const current = async () => (await services.catalogues.current()).catalogue;
  return {
    async catalogue({ locale }) {
      const [{ catalogue, version }, stock] = await Promise.all([
        services.catalogues.current(),
        availableStock(services.db, services.now()),
      ]);
      return ok({ version, products: shopWindow(catalogue, stock, locale) });
    },
    async product({ params, locale }) {
      const [catalogue, stock] = await Promise.all([current(), availableStock(services.db, services.now())]);
      const today = dayInZurich(services.now());
      const product = productPage(params, { catalogue, stock, today }, locale);
      return product ? ok(product) : NOT_FOUND;
    },
    presentation: async ({ body, locale }) => presentTariff(body, await current(), locale),
    async tvOptions({ params, locale }) {
      const options = tvOptions(params.tariff, await current(), locale);
      return options ? ok(options) : NOT_FOUND;
    },
    async bundles({ params, locale }) {
      const options = bundleOptions(params.tariff, params.family, await current(), locale);
      return options ? ok(options) : NOT_FOUND;
    },
    topAction: async ({ body }) => topAction(body, await current()),
  };
}
