import { oneOf, path, secretText, wholeNumber } from "../schemas.ts";
import { optional, setting } from "../setting.ts";

/** The catalogue, the brand and the law. */
export const SHOP = {
  catalogueDir: setting("CATALOGUE_DIR", path, {
    default: "demo/catalogue",
    namedInProduction: true,
    about: "the folder of the [catalogue](catalogue.md) files, put on sale by themselves only in an empty database",
  }),
  stockSecret: optional("STOCK_SECRET", secretText, {
    secret: true,
    about:
      "the Bearer token of the warehouse's [reports of stock](operator-systems.md#stock); without it none is accepted",
  }),
  numberQuarantineDays: setting("NUMBER_QUARANTINE_DAYS", wholeNumber(0, 1000), {
    default: "90",
    about: "days until the [number](numbers.md) of a cancelled order is offered again",
  }),
  brandFile: setting("BRAND_FILE", path, {
    default: "brands/alpenfon/brand.json",
    namedInProduction: true,
    about:
      "the brand: names, contact, colours, dark mode (`dark`: `off`, `on` or `auto`), corners, logo, tab icon, legal texts, such as `brands/lumen/brand.json`. Colours with too little contrast are refused",
  }),
  lawFile: setting("LAW_FILE", path, {
    default: "law/switzerland.json",
    about: "the [dated tables of the law](law.md)",
  }),
  summaryStep: setting("SUMMARY_STEP", oneOf(["skip", "show"]), {
    default: "skip",
    about: "`show` the summary cart on `/checkout/2`",
  }),
} as const;
