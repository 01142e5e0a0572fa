import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Assets } from "./document.ts";
import type { Page } from "#contract/page.ts";
import type { Renderer } from "./rendered.ts";

/** The output of `npm run build`. */
const CLIENT = resolve("dist/client");
const RENDERER = resolve("dist/server/server-entry.js");

/** The browser's files and the page renderer. */
export type Bundle = {
  /** The folder of the built files; null if something else serves them (`npm run dev`). */
  readonly folder: string | null;
  /** Whether rendered pages may be cached; false during development, when components change. */
  readonly cached: boolean;
  readonly render: Renderer;
  assetsOf(page: Page, path: string): Assets;
  readonly scripts: { readonly photo: PlainScript; readonly docs: PlainScript };
};

/** The script of a page without React, with the modules that it imports. */
export type PlainScript = { readonly entry: string; readonly modules: readonly string[] };

/** The exports of the built `web/server-entry.tsx`. It maps pages to their files in Vite's manifest. */
type ServerEntry = {
  readonly render: Renderer;
  assetsOf(manifest: unknown, page: Page, path: string): Assets;
  plainScript(manifest: unknown, page: keyof Bundle["scripts"]): PlainScript;
};

/** Loads the built bundle; null if there is none, in which case only the API is served. */
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
