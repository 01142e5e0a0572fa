import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Assets } from "./document.ts";
import type { Page, Renderer } from "./page.ts";

type Entry = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
};
type Manifest = Readonly<Record<string, Entry>>;

const DIST = "dist";
const CLIENT = resolve(DIST, "client");

/** The built browser bundle and renderer; null where nothing is built, and the API alone is served. */
export type Bundle = { readonly folder: string; readonly render: Renderer; assetsOf(page: Page, path: string): Assets };

export async function loadBundle(): Promise<Bundle | null> {
  const text = await readFile(join(CLIENT, ".vite/manifest.json"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const manifest = JSON.parse(text) as Manifest;
  const module = (await import(pathToFileURL(resolve(DIST, "server/server-entry.js")).href)) as { render: Renderer };
  return { folder: CLIENT, render: module.render, assetsOf: (page, path) => assetsOf(manifest, page, path) };
}

/** Parts of the checkout by the last part of the path, as they are named in `web/steps`. */
const STEP_MODULES: Readonly<Record<string, string>> = {
  "1": "configure",
  "2": "cart",
  "3": "account",
  "4": "person",
  "4a": "address",
  "5": "identity",
  "6": "payment",
  "7": "thanks",
  "7p": "payment-return",
};

/** What a page loads, so that the browser asks for all of it at once and not in a chain. */
function assetsOf(manifest: Manifest, page: Page, path: string): Assets {
  const entry = Object.entries(manifest).find(([, each]) => each.isEntry);
  if (!entry) throw new Error("The manifest has no entry");
  const step = STEP_MODULES[path.split("/")[2] ?? ""];
  const wanted = Object.keys(manifest).filter(
    (key) =>
      (page.data.kind === "checkout" &&
        (key.includes("web/checkout/") || (step !== undefined && key.includes(`web/steps/${step}/`)))) ||
      (page.data.kind !== "checkout" && key.includes("web/shop/")) ||
      key.includes(`locales/${page.locale}/`),
  );
  const { files, styles } = closure(manifest, [entry[0], ...namespaces(wanted, page)]);
  const script = `/${entry[1].file}`;
  return { script, styles, preloads: files.filter((file) => file !== script), fonts: fontsOf(manifest) };
}

/** Messages of the page's own area alone. */
function namespaces(keys: readonly string[], page: Page): string[] {
  const area = page.data.kind === "checkout" ? ["common", "checkout"] : ["common", "shop"];
  return keys.filter((key) => !key.includes("locales/") || area.some((name) => key.includes(`/${name}.json`)));
}

function closure(manifest: Manifest, keys: readonly string[]): { files: string[]; styles: string[] } {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const each of manifest[key]?.imports ?? []) visit(each);
  };
  for (const key of keys) visit(key);
  const entries = [...seen].flatMap((key) => manifest[key] ?? []);
  return {
    files: [...new Set(entries.map((entry) => `/${entry.file}`).filter((file) => file.endsWith(".js")))],
    styles: [...new Set(entries.flatMap((entry) => entry.css ?? []).map((file) => `/${file}`))],
  };
}

/** The latin face is needed by every text; others load when a letter asks for them. */
function fontsOf(manifest: Manifest): string[] {
  return Object.entries(manifest).flatMap(([key, entry]) =>
    /figtree-latin-wght-normal.*woff2$/.test(key) ? [`/${entry.file}`] : [],
  );
}
