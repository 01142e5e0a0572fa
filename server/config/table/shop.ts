import { oneOf, path, secretText, wholeNumber } from "../schemas.ts";
import { optional, setting } from "../setting.ts";

/** The catalogue, the brand and the law. */
export const SHOP = {
  catalogueDir: setting("CATALOGUE_DIR", path, {
    default: "demo/catalogue",
    namedInProduction: true,
    about:
      "the folder of the catalogue files. They are put on sale automatically only in an empty database, see [catalogue.md](catalogue.md)",
  }),
  stockSecret: optional("STOCK_SECRET", secretText, {
    secret: true,
    about:
      "the Bearer token of the warehouse's reports of stock (`/public-api/stock-events`, see [operator-systems.md](operator-systems.md#stock)); without it none is accepted",
  }),
  numberQuarantineDays: setting("NUMBER_QUARANTINE_DAYS", wholeNumber(0, 1000), {
    default: "90",
    about: "days for which the new number of a cancelled order is not offered again, see [numbers.md](numbers.md)",
  }),
  brandFile: setting("BRAND_FILE", path, {
    default: "brands/alpenfon/brand.json",
    namedInProduction: true,
    about:
      "the brand: names, contact, colours, dark mode (`dark`: `off`, `on` or `auto`), corners, logo, tab icon, legal texts; `brands/lumen/brand.json` is another example. The server does not start if colours have too little contrast",
  }),
  lawFile: setting("LAW_FILE", path, {
    default: "law/switzerland.json",
    about:
      "the dated tables of the law: VAT, accepted documents, the data recorded of a person, retention periods, days to withdraw, see [law.md](law.md). The server does not start if it has a mistake",
  }),
  summaryStep: setting("SUMMARY_STEP", oneOf(["skip", "show"]), {
    default: "skip",
    about: "`show` the summary cart on `/checkout/2`",
  }),
} as const;
