import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { readCatalogueFiles } from "#server/shop/catalogue/files.ts";

/** The demo catalogue, to test the rules against the products that are really sold. */
export const demoCatalogue = await readCatalogueFiles("demo/catalogue");

type List = "mobileTariffs" | "tvTariffs" | "devices" | "bundles" | "boxes";

/** Returns the demo catalogue with one entry changed, for products outside of the demo. */
export function demoWith<L extends List>(list: L, code: string, change: Partial<Catalogue[L][number]>): Catalogue {
  const entries = demoCatalogue[list].map((entry) => (entry.code === code ? { ...entry, ...change } : entry));
  return { ...demoCatalogue, [list]: entries };
}

/** Returns the demo catalogue without an entry. */
export function demoWithout(list: List, code: string): Catalogue {
  return { ...demoCatalogue, [list]: demoCatalogue[list].filter((entry) => entry.code !== code) };
}
