import { oneOf, path } from "../schemas.ts";
import { setting } from "../setting.ts";

/** What is sold, and how the shop looks. */
export const SHOP = {
  catalogueDir: setting("CATALOGUE_DIR", path, {
    default: "demo/catalogue",
    about: "the folder of the catalogue files",
  }),
  brandFile: setting("BRAND_FILE", path, {
    default: "brands/alpenfon/brand.json",
    about:
      "the brand: names, contact, colours, corners, logo, tab icon, legal texts; `brands/lumen/brand.json` is another example. Colours that cannot be read on each other are refused at the start",
  }),
  summaryStep: setting("SUMMARY_STEP", oneOf(["skip", "show"]), {
    default: "skip",
    about: "`show` the summary cart on `/checkout/2`",
  }),
} as const;
