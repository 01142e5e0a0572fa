import type { Clock } from "#server/platform/clock.ts";
import type { StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import { onSaleSince } from "#server/shop/catalogue/activations.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { pageOf } from "../http/page.ts";
import type { Collection, Version } from "../http/resources.ts";
import { cataloguePath, catalogueResources, type CatalogueResources } from "./product-catalogue.ts";

/** The collections of TMF620, v4.1 and v5: the catalogue that is on sale. */
export function catalogueCollections({
  catalogues,
  reads,
  now,
}: {
  readonly catalogues: CatalogueStore;
  readonly reads: StaleReads;
  readonly now: Clock;
}): readonly Collection[] {
  const resources = (version: Version): Promise<CatalogueResources> =>
    reads.read(async (db) =>
      catalogueResources(version, await catalogues.current(db), (await onSaleSince(db, now())) ?? now()),
    );
  const collection = (version: Version, path: string, name: keyof CatalogueResources): Collection => ({
    path: `${cataloguePath(version)}/${path}`,
    list: async (query) => pageOf((await resources(version))[name], query),
    get: async (id) => (await resources(version))[name].find((each) => each["id"] === id) ?? null,
  });
  return (["v4", "v5"] as const).flatMap((version) => [
    collection(version, version === "v5" ? "productCatalog" : "catalog", "catalog"),
    ...(["category", "productOffering", "productOfferingPrice", "productSpecification"] as const).map((name) =>
      collection(version, name, name),
    ),
  ]);
}
