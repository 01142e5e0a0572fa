import * as v from "valibot";
import * as shop from "../schemas/shop-window.ts";
import type { ShopCall } from "../call.ts";

/** The calls that show what is on sale. None of them needs a checkout. */
export const SHOP_WINDOW = {
  catalogue: {
    about: "The products of the shop window",
    description: "All products with their prices in the language of the header `locale`, sold-out ones included.",
    fails: [],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: null,
    answer: shop.CatalogueAnswer,
  },
  product: {
    about: "One landing page",
    description:
      "A mobile tariff, a TV tariff or a device, with its terms and the record that its buy button posts to `/checkout`.",
    fails: ["notFound"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: null,
    answer: shop.ProductAnswer,
  },
  presentation: {
    about: "Name, features and price of a tariff",
    description:
      "The price is the monthly list price with the given binding, or with the default binding if none is given.",
    fails: ["invalidFields"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: shop.PresentationRequest,
    answer: shop.PresentationAnswer,
  },
  tvOptions: {
    about: "TV options of a tariff",
    description: 'For a mobile tariff: its TV bonus options, "no TV" first. For a TV tariff: its durations.',
    fails: ["notFound"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: null,
    answer: v.array(shop.TvOption),
  },
  bundles: {
    about: "Add-on bundles of a tariff",
    description:
      "`1` after the tariff returns mobile bundles, `0` returns TV bundles. A bundle without `total` is not shown.",
    fails: ["notFound"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: null,
    answer: v.array(shop.BundleOption),
  },
  topAction: {
    about: "The price of a device with a tariff",
    description: "Monthly prices of the device, of the tariff, and of both together.",
    fails: ["invalidFields"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: shop.TopActionRequest,
    answer: shop.TopActionAnswer,
  },
} as const satisfies Record<string, ShopCall>;
