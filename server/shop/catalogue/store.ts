import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, ReadHandle } from "#server/platform/database/database.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { run, statement } from "#server/platform/database/statement.ts";
import { versionOnSale } from "#server/read-models/checkout.ts";
import { contentOf } from "./versions.ts";

export type LoadedCatalogue = { readonly version: number; readonly catalogue: Catalogue };
/** Loads catalogues by version. Each process caches the last few. */
export type CatalogueStore = {
  /**
   * Returns the catalogue that was on sale when it was last looked up, without a query. The caller must check later
   * that it still is.
   */
  lastKnown(): Promise<LoadedCatalogue>;
  /**
   * Returns the catalogue on sale now. Throws Unavailable if there is none. With the handle of a replica, it can be the
   * one that was on sale seconds ago, which `lastKnown` does not return.
   */
  current(handle?: ReadHandle): Promise<LoadedCatalogue>;
  ofVersion(version: number, handle?: ReadHandle): Promise<LoadedCatalogue>;
};

/** Number of versions that a process caches: the ones on sale, and those that open checkouts have seen. */
const CACHED_VERSIONS = 5;

/**
 * Returns the version on sale. Throws if there is none, for example because the clock was set back before the first
 * activation.
 */
export function onSale(version: number | null): number {
  if (version === null) throw new Unavailable("no catalogue is on sale now: is the clock right?");
  return version;
}

export function createCatalogueStore(db: Database, now: Clock): CatalogueStore {
  // The most recently used one is at the end.
  const known = new Map<number, LoadedCatalogue>();
  let last: LoadedCatalogue | null = null;
  async function ofVersion(version: number, handle: ReadHandle = db): Promise<LoadedCatalogue> {
    const cached = known.get(version);
    const loaded = cached ?? { version, catalogue: await contentOf(handle, version) };
    known.delete(version);
    known.set(version, loaded);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > CACHED_VERSIONS) known.delete(oldest);
    return loaded;
  }
  async function current(handle: ReadHandle = db): Promise<LoadedCatalogue> {
    const [row] = await run(handle, statement<{ version: number | null }>`select ${versionOnSale(now())} as version`);
    const loaded = await ofVersion(onSale(row?.version ?? null), handle);
    if (handle === db) last = loaded;
    return loaded;
  }
  return { ofVersion, current, lastKnown: async () => last ?? current() };
}
