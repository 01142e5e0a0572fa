import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { ReadyAnswer } from "./ready.ts";
import { sql } from "kysely";
import { daysBefore, expired } from "#server/platform/database/old-rows.ts";
import type { Database } from "#server/platform/database/database.ts";

/**
 * Content types of the files that the build creates. Source maps are missing, because they are only for the operator's
 * own tools (ASVS 15.2.3).
 */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Names contain a hash of the content, so browsers store a file for a year and never ask for it again. */
const HEADERS = { "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" };

/** Reads the files of a build's folder, with their compressed copies. */
export async function readFiles(folder: string): Promise<readonly BuiltFile[]> {
  const names = await readdir(folder);
  const read = async (name: string): Promise<BuiltFile> => ({
    name,
    plain: await readFile(join(folder, name)),
    brotli: names.includes(`${name}.br`) ? await readFile(join(folder, `${name}.br`)) : null,
  });
  return Promise.all(names.filter((name) => extname(name) in FILE_TYPES).map(read));
}

/** Returns the response for a built file. */
export function fileAnswer({ name, plain, brotli }: BuiltFile): ReadyAnswer {
  return { status: 200, plain, brotli, headers: HEADERS, type: FILE_TYPES[extname(name)] ?? "" };
}

/** A file of a build. `brotli` is null if the build did not compress it. */
export type BuiltFile = { readonly name: string; readonly plain: Buffer; readonly brotli: Buffer | null };

/** How many days the files of a build are stored after the build was last started. */
const RETENTION_DAYS = 90;

/**
 * Stores the files of this build in the database, where processes of other builds find them for pages of this build.
 */
export async function storeFiles(db: Database, files: readonly BuiltFile[]): Promise<void> {
  const known = await db
    .updateTable("built_files")
    .set({ kept_at: sql<Date>`now()` })
    .where("name", "in", ["", ...files.map(({ name }) => name)])
    .returning("name")
    .execute();
  const names = new Set(known.map(({ name }) => name));
  const missing = files.filter(({ name }) => !names.has(name));
  if (missing.length === 0) return;
  await db
    .insertInto("built_files")
    .values([...missing])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns a file of another build; undefined if none has that name. */
export function findStoredFile(db: Database, name: string): Promise<BuiltFile | undefined> {
  return db.selectFrom("built_files").select(["name", "plain", "brotli"]).where("name", "=", name).executeTakeFirst();
}

/** Returns the files of builds that have not been started for so long that no open page requests them any more. */
export const oldFiles = (now: Date) => expired("built_files", sql`kept_at < ${daysBefore(now, RETENTION_DAYS)}`);
