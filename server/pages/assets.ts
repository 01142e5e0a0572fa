import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Assets } from "./document.ts";
import type { Page, Renderer } from "./page.ts";

/** Where `npm run build` puts things. */
const CLIENT = resolve("dist/client");
const RENDERER = resolve("dist/server/server-entry.js");

/** The browser's files and the renderer of pages. */
export type Bundle = {
  /** Where the built files are; null where something else serves them. */
  readonly folder: string | null;
  /** Whether a page stays the same until its data changes; not while somebody works on its components. */
  readonly cached: boolean;
  readonly render: Renderer;
  assetsOf(page: Page, path: string): Assets;
  /** The addresses of the scripts of the pages that are written here without React. */
  readonly scripts: { readonly photo: string; readonly docs: string };
};

/** What the built `web/server-entry.tsx` exports; it knows which page needs which files of Vite's manifest. */
type ServerEntry = {
  readonly render: Renderer;
  assetsOf(manifest: unknown, page: Page, path: string): Assets;
  plainScript(manifest: unknown, page: keyof Bundle["scripts"]): string;
};

/** Loads what was built; null where nothing is, and the API alone is served. */
export async function loadBundle(): Promise<Bundle | null> {
  const text = await readFile(join(CLIENT, ".vite/manifest.json"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const manifest: unknown = JSON.parse(text);
  const { render, assetsOf, plainScript } = (await import(pathToFileURL(RENDERER).href)) as ServerEntry;
  return {
    folder: CLIENT,
    cached: true,
    render,
    assetsOf: (page, path) => assetsOf(manifest, page, path),
    scripts: { photo: plainScript(manifest, "photo"), docs: plainScript(manifest, "docs") },
  };
}
