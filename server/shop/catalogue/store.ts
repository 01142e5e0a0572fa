import { createHash } from "node:crypto";
import type { Catalogue } from "#core/catalogue.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";

export type LoadedCatalogue = { readonly version: number; readonly catalogue: Catalogue };
/** Loads catalogues by version. Each process caches the last few. */
export type CatalogueStore = {
  /** The newest cached catalogue, without a query. The caller has to check later whether it is still the newest. */
  lastKnown(): Promise<LoadedCatalogue>;
  current(handle?: Handle): Promise<LoadedCatalogue>;
  ofVersion(version: number, handle?: Handle): Promise<LoadedCatalogue>;
};

/**
 * Saves a catalogue as the newest version, unless it equals the newest one. Resets stock whose number has changed in the
 * files.
 */
export async function saveCatalogue(
  db: Database,
  catalogue: Catalogue,
): Promise<{ version: number; changed: boolean }> {
  const content = JSON.stringify(catalogue);
  const checksum = createHash("sha256").update(content).digest("hex");
  return db.transaction().execute(async (tx) => {
    await tx.selectNoFrom((eb) => eb.fn("pg_advisory_xact_lock", [eb.lit(LOCKS.catalogue)]).as("locked")).execute();
    const newest = await tx
      .selectFrom("catalogues")
      .select(["version", "checksum"])
      .orderBy("version", "desc")
      .limit(1)
      .executeTakeFirst();
    if (newest?.checksum === checksum) return { version: newest.version, changed: false };
    const saved = await tx
      .insertInto("catalogues")
      .values({ content, checksum })
      .returning("version")
      .executeTakeFirstOrThrow();
    for (const device of catalogue.devices) {
      if (device.stock === null) await tx.deleteFrom("stock").where("article", "=", device.code).execute();
      else await saveStock(tx, device.code, device.stock);
    }
    return { version: saved.version, changed: true };
  });
}

/** The catalogue that the shop uses now, and when it was loaded; null if none was loaded yet. */
export async function newestCatalogue(db: Handle): Promise<(LoadedCatalogue & { readonly loadedAt: Date }) | null> {
  const row = await db
    .selectFrom("catalogues")
    .select(["version", "content", "loaded_at"])
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { version: row.version, catalogue: row.content, loadedAt: row.loaded_at } : null;
}

async function saveStock(tx: Handle, article: string, pieces: number): Promise<void> {
  await tx
    .insertInto("stock")
    .values({ article, on_hand: pieces, loaded: pieces })
    .onConflict((conflict) =>
      conflict.column("article").doUpdateSet({ on_hand: pieces, loaded: pieces }).where("stock.loaded", "!=", pieces),
    )
    .execute();
}

export function createCatalogueStore(db: Database): CatalogueStore {
  const known = new Map<number, LoadedCatalogue>();
  async function ofVersion(version: number, handle: Handle = db): Promise<LoadedCatalogue> {
    const cached = known.get(version);
    if (cached) return cached;
    const row = await handle
      .selectFrom("catalogues")
      .select("content")
      .where("version", "=", version)
      .executeTakeFirstOrThrow();
    const loaded = { version, catalogue: row.content };
    known.set(version, loaded);
    if (known.size > 5) known.delete(Math.min(...known.keys()));
    return loaded;
  }
  async function current(handle: Handle = db): Promise<LoadedCatalogue> {
    const row = await handle
      .selectFrom("catalogues")
      .select("version")
      .orderBy("version", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!row) throw new Error("No catalogue is loaded");
    return ofVersion(row.version, handle);
  }
  return {
    ofVersion,
    current,
    lastKnown: async () => known.get(Math.max(...known.keys())) ?? current(),
  };
}
