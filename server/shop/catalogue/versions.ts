import * as v from "valibot";
import { createHash } from "node:crypto";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { catalogueChanges } from "#core/catalogue/catalogue-diff.ts";
import type { Database, Handle, ReadHandle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import { brokenAmounts, StoredCatalogueError } from "./broken-amounts.ts";
import { activate } from "./activations.ts";
import { openStock } from "#server/shop/stock/ledger.ts";

/** A loaded version of the catalogue, with the periods of its prices. */
export type Version = { readonly version: number; readonly catalogue: Catalogue; readonly loadedAt: Date };

/** Runs a change of versions or activations. Changes run one at a time across all processes. */
export function changeVersions<T>(db: Database, work: (tx: Handle) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await tx.selectNoFrom((eb) => eb.fn("pg_advisory_xact_lock", [eb.lit(LOCKS.catalogue)]).as("locked")).execute();
    return work(tx);
  });
}

/**
 * Saves a catalogue as a version, unless a version has the same content. It only goes on sale with an activation. New
 * articles get the stock that the catalogue states.
 */
export async function saveVersion(
  tx: Handle,
  catalogue: Catalogue,
  by: { readonly actor: string; readonly now: Date },
): Promise<{ readonly version: number; readonly isNew: boolean }> {
  const { content, checksum, version } = await find(tx, catalogue);
  if (version !== null) return { version, isNew: false };
  const saved = await tx
    .insertInto("catalogues")
    .values({ content, checksum })
    .returning("version")
    .executeTakeFirstOrThrow();
  await openStock(tx, catalogue, by.actor, by.now);
  return { version: saved.version, isNew: true };
}

/** Returns a catalogue as it is stored, and the newest version with this content, or null. */
async function find(tx: Handle, catalogue: Catalogue) {
  const content = JSON.stringify(catalogue);
  const checksum = createHash("sha256").update(content).digest("hex");
  const same = await tx
    .selectFrom("catalogues")
    .select("version")
    .where("checksum", "=", checksum)
    .where("period_of", "is", null)
    .orderBy("version", "desc")
    .executeTakeFirst();
  return { content, checksum, version: same?.version ?? null };
}

/** Returns the content of a version, or of one of its periods. */
export async function contentOf(db: ReadHandle, version: number): Promise<Catalogue> {
  const row = await db
    .selectFrom("catalogues")
    .select("content")
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return readCatalogue(row.content);
}

/** Returns a loaded version; null for an unknown number, and for one that is only a period of another version. */
export async function versionNumbered(db: Handle, version: number): Promise<Version | null> {
  const row = await db
    .selectFrom("catalogues")
    .select(["version", "content", "loaded_at"])
    .where("version", "=", version)
    .where("period_of", "is", null)
    .executeTakeFirst();
  return row ? { version: row.version, catalogue: readCatalogue(row.content), loadedAt: row.loaded_at } : null;
}

/**
 * What a start does with the catalogue files. `empty`: puts them on sale only if no catalogue has ever been loaded.
 * `always`: puts them on sale in any case.
 */
export type AtStart = "empty" | "always";

/** What a start did with the catalogue files. */
export type Started =
  | { readonly kind: "onSale"; readonly version: number }
  | { readonly kind: "same"; readonly version: number }
  /** `loadedAs`: the version that has the content of the files; null if they were never loaded. */
  | { readonly kind: "differs"; readonly version: number; readonly loadedAs: number | null };

/**
 * Puts the files' catalogue on sale if the database is empty. Otherwise changes nothing and returns whether the files
 * differ. Throws a StoredCatalogueError if the catalogue that stays on sale lacks amounts.
 */
export function startWith(
  db: Database,
  files: Catalogue,
  atStart: AtStart,
  { now, since = now }: { readonly now: Date; readonly since?: Date | undefined },
): Promise<Started> {
  return changeVersions(db, async (tx) => {
    const onSale = await loadedOnSale(tx, now);
    const broken = onSale && atStart === "empty" ? brokenAmounts(onSale.catalogue) : [];
    if (onSale && broken.length > 0) throw new StoredCatalogueError(onSale.version, broken);
    if (onSale && catalogueChanges(onSale.catalogue, files).length === 0)
      return { kind: "same", version: onSale.version };
    if (onSale && atStart === "empty")
      return { kind: "differs", version: onSale.version, loadedAs: (await find(tx, files)).version };
    const by = { actor: "Kasse", now };
    const { version } = await saveVersion(tx, files, by);
    await activate(tx, { version, catalogue: files }, { ...by, from: onSale ? now : since });
    return { kind: "onSale", version };
  });
}

/** Returns the loaded version on sale at a given time, with the periods of its prices; null if there is none. */
export async function loadedOnSale(db: Handle, at: Date): Promise<Version | null> {
  const row = await db
    .selectFrom("catalogue_sales as s")
    .innerJoin("catalogue_activations as a", "a.id", "s.activation_id")
    .innerJoin("catalogues as c", "c.version", "a.version")
    .select(["c.version", "c.content", "c.loaded_at"])
    .where("s.holds_from", "<=", at)
    .orderBy("s.starts_at", "desc")
    .orderBy("s.activation_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { version: row.version, catalogue: readCatalogue(row.content), loadedAt: row.loaded_at } : null;
}

/** Returns all loaded versions, oldest first. */
export async function versionsOf(db: Handle): Promise<readonly Omit<Version, "catalogue">[]> {
  const rows = await db
    .selectFrom("catalogues")
    .select(["version", "loaded_at"])
    .where("period_of", "is", null)
    .orderBy("version")
    .execute();
  return rows.map((row) => ({ version: row.version, loadedAt: row.loaded_at }));
}

const entries = v.array(v.looseObject({ code: v.string() }));

/** Entries are not validated again: each matched its file's schema when it was loaded, and versions never change. */
const STORED = v.looseObject({
  mobileTariffs: entries,
  tvTariffs: entries,
  devices: entries,
  bundles: entries,
  boxes: entries,
  insurance: v.number(),
  insurer: v.optional(v.object({ name: v.string(), excess: v.nullable(v.number()) })),
  postBillFee: v.number(),
}) as unknown as v.GenericSchema<unknown, Catalogue>;

/** Parses the catalogue of a version; throws for anything else. */
const readCatalogue = (stored: unknown): Catalogue => v.parse(STORED, stored);
