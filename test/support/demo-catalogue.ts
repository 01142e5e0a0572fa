import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { readCatalogueFiles } from "#server/shop/catalogue/files.ts";

/** The demo catalogue, for tests of the rules against what is really sold. */
export const demoCatalogue = await readCatalogueFiles("demo/catalogue");

type List = "mobileTariffs" | "tvTariffs" | "devices" | "bundles" | "boxes";

/** The demo catalogue with one entry changed, for what the demo does not sell. */
export function demoWith<L extends List>(list: L, code: string, change: Partial<Catalogue[L][number]>): Catalogue {
  const entries = demoCatalogue[list].map((entry) => (entry.code === code ? { ...entry, ...change } : entry));
  return { ...demoCatalogue, [list]: entries };
}

/** The demo catalogue after an entry is no longer sold. */
export function demoWithout(list: List, code: string): Catalogue {
  return { ...demoCatalogue, [list]: demoCatalogue[list].filter((entry) => entry.code !== code) };
}
