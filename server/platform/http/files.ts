import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { BuiltFile } from "./kept-files.ts";
import type { ReadyAnswer } from "./ready.ts";

/** Types of the files that the build makes. Source maps are for the operator's own tools (ASVS 15.2.3). */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".woff2": "font/woff2",
};

/** A name has the hash of the content, so browsers keep a file for a year and never ask again. */
const HEADERS = { "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" };

/** The files of a built folder, with their compressed copies. */
export async function readFiles(folder: string): Promise<readonly BuiltFile[]> {
  const names = await readdir(folder);
  const read = async (name: string): Promise<BuiltFile> => ({
    name,
    plain: await readFile(join(folder, name)),
    brotli: names.includes(`${name}.br`) ? await readFile(join(folder, `${name}.br`)) : null,
  });
  return Promise.all(names.filter((name) => extname(name) in FILE_TYPES).map(read));
}

/** The answer of a built file. */
export function fileAnswer({ name, plain, brotli }: BuiltFile): ReadyAnswer {
  return { status: 200, plain, brotli, headers: HEADERS, type: FILE_TYPES[extname(name)] ?? "" };
}
