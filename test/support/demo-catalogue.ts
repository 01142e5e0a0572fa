import { readCatalogueFiles } from "#server/shop/catalogue/read-files.ts";

/** The demo catalogue, for tests of the rules against what is really sold. */
export const demoCatalogue = await readCatalogueFiles("demo/catalogue");
