import { readdir, readFile } from "node:fs/promises";
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
  /** The folder of the built files; null if another server provides them (`npm run dev`). */
  readonly folder: string | null;
  /** Whether rendered pages may be cached; false during development, because components change. */
  readonly cached: boolean;
  readonly render: Renderer;
  assetsOf(page: Page, path: string): Assets;
  /** URLs of the scripts for pages without React. */
  readonly scripts: { readonly photo: string; readonly docs: string };
};

/** The exports of the built `web/server-entry.tsx`. `assetsOf` finds a page's files in Vite's manifest. */
type ServerEntry = {
  readonly render: Renderer;
  assetsOf(manifest: unknown, page: Page, path: string): Files;
  plainScript(manifest: unknown, page: keyof Bundle["scripts"]): string;
};

type Files = Omit<Assets, "inlineStyle" | "inlineScript">;

/** Reads the styles and small scripts of the build, by path. */
async function textsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).filter((name) => /\.css$|^stored-locale.*\.js$/.test(name));
  const read = async (name: string) => [`/assets/${name}`, await readFile(join(folder, name), "utf8")] as const;
  return new Map(await Promise.all(names.map(read)));
}

/**
 * Inlines the styles of a public page, which are small, and the script that switches to the stored language, because
 * both block the first paint. Checkout pages load their styles in parallel with their scripts instead.
 */
function inlined(page: Page, files: Files, texts: ReadonlyMap<string, string>): Assets {
  const text = (path: string) =>
    texts
      .get(path)
      ?.replace(/\/[/*]# sourceMappingURL=.*$/, "")
      .trim() ?? "";
  const inlineScript = files.storedLocale === null ? "" : text(files.storedLocale);
  const assets = { ...files, storedLocale: null, inlineStyle: "", inlineScript };
  if (page.data.kind === "checkout") return assets;
  return { ...assets, styles: [], inlineStyle: files.styles.map(text).join("") };
}

/**
 * Loads the built pages; null if there is no build, in which case only the API is served. Production refuses to start
 * without them (`checkBuiltFiles`).
 */
export async function loadBundle(): Promise<Bundle | null> {
  const text = await readFile(join(CLIENT, ".vite/manifest.json"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const manifest: unknown = JSON.parse(text);
  const { render, assetsOf, plainScript } = (await import(pathToFileURL(RENDERER).href)) as ServerEntry;
  const texts = await textsOf(join(CLIENT, "assets"));
  return {
    folder: CLIENT,
    cached: true,
    render,
    assetsOf: (page, path) => inlined(page, assetsOf(manifest, page, path), texts),
    scripts: { photo: plainScript(manifest, "photo"), docs: plainScript(manifest, "docs") },
  };
}
