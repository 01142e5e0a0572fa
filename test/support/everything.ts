import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

/** Returns every row of every table as text, with bytes as hexadecimal digits. `without` omits tables. */
export async function wholeDatabase(pool: pg.Pool, without: readonly string[] = []): Promise<readonly string[]> {
  const { rows } = await pool.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker')`,
  );
  const found: string[] = [];
  for (const { schema, name } of rows) {
    if (without.includes(name)) continue;
    const table = await pool.query<{ row: string }>(`select t::text as row from ${schema}.${name} t`);
    found.push(...table.rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

/** Returns the content of every file in a folder, as bytes. */
export async function wholeFolder(
  folder: string,
): Promise<readonly { readonly path: string; readonly bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(files.map(async (path) => ({ path, bytes: await readFile(path) })));
}

/**
 * Returns the rows and files that contain one of the texts, in plain text or as hexadecimal digits, in upper or lower
 * case.
 */
export function containing(
  texts: readonly string[],
  rows: readonly string[],
  files: Awaited<ReturnType<typeof wholeFolder>>,
): readonly string[] {
  const wanted = texts.flatMap((text) => [text.toLowerCase(), Buffer.from(text).toString("hex")]);
  const inRows = rows.filter((row) => wanted.some((text) => row.toLowerCase().includes(text)));
  const inFiles = files.filter(({ bytes }) => texts.some((text) => bytes.includes(text)));
  return [...inRows.map((row) => row.slice(0, 200)), ...inFiles.map(({ path }) => path)];
}
