import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readFiles, type BuiltFile } from "#server/platform/http/files.ts";

/** The built pages of the desk. They are a build of their own, which the shop does not serve. */
export type DeskBundle = {
  readonly files: readonly BuiltFile[];
  /** URLs of the files that a page loads at once. */
  readonly scripts: readonly string[];
  readonly modules: readonly string[];
  readonly styles: readonly string[];
};

type Chunk = { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] };

const FOLDER = resolve("dist/desk");
const ENTRY = "desk/main.tsx";
/** The base path of the build. */
const BASE = "/desk/";

/**
 * Loads the built pages; null without a build, in which case the desk only has its calls. Production refuses to start
 * without them (`checkBuiltFiles`).
 */
export async function loadDeskBundle(): Promise<DeskBundle | null> {
  const text = await readFile(join(FOLDER, ".vite/manifest.json"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const manifest = JSON.parse(text) as Record<string, Chunk>;
  const chunks = closure(manifest, ENTRY);
  const [entry, ...modules] = chunks.map(({ file }) => BASE + file);
  if (entry === undefined) throw new Error(`The build of the desk has no ${ENTRY}: build again`);
  return {
    files: await readFiles(join(FOLDER, "assets")),
    scripts: [entry],
    modules,
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => BASE + file),
  };
}

/** Returns a chunk, followed by everything it imports statically. */
function closure(manifest: Readonly<Record<string, Chunk>>, source: string): readonly Chunk[] {
  const seen = new Set<string>();
  const visit = (name: string): readonly Chunk[] => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return [];
    seen.add(name);
    return [chunk, ...(chunk.imports ?? []).flatMap(visit)];
  };
  return visit(source);
}
