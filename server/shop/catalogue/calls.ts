import type { Handlers } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import type { Services } from "#server/services.ts";
import { bundleOptions, presentTariff, topAction, tvOptions } from "./presentation.ts";
import { productPage, shopWindow } from "./shop-window.ts";
import { availableStock } from "./stock.ts";

type ShopCalls = Pick<Handlers, "catalogue" | "product" | "presentation" | "tvOptions" | "bundles" | "topAction">;

const NOT_FOUND = fail({ kind: "notFound", text: "error.notFound" });

/** The calls that show what is for sale; they need no checkout. */
export function shopCalls(services: Services): ShopCalls {
  const current = async () => (await services.catalogues.current()).catalogue;
  return {
    async catalogue({ locale }) {
      const [{ catalogue, version }, stock] = await Promise.all([
        services.catalogues.current(),
        availableStock(services.db),
      ]);
      return ok({ version, products: shopWindow(catalogue, stock, locale) });
    },
    async product({ params, locale }) {
      const [catalogue, stock] = await Promise.all([current(), availableStock(services.db)]);
      const product = productPage(params.kind, params.code, catalogue, stock, locale);
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
