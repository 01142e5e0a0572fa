import { existsSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import packageJson from "../../package.json" with { type: "json" };
import { outsideNames } from "#server/config/outside-names.ts";
import type { Extension } from "./extension.ts";
import { causeIn, guarded } from "./guarded.ts";
import { wrongPart } from "./shape.ts";

/** The extensions from outside of the tree, and a sentence for each that cannot be used. */
export type Outside = { readonly extensions: readonly Extension[]; readonly mistakes: readonly string[] };

/** What they import Kasse's interface by. */
const INTERFACE = "kasse/extension";
/** The file of the interface: beside this source, or beside the bundle that contains this source. */
const interfaceUrl = new URL(import.meta.url.endsWith(".ts") ? "interface.ts" : "extension.js", import.meta.url).href;

/** Returns what is wrong with a value that no compiler has seen, as the end of a sentence; null if nothing is. */
function faultOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return "does not export an extension as its default";
  const { name, about, kasse, isOn } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== "string") return "has no `name`";
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    return "has a `name` with other characters than a to z, 0 to 9 and hyphens";
  if (typeof about !== "string") return "has no `about`, which says what it is";
  if (typeof kasse !== "string" || !/^\d{1,4}\.\d{1,4}$/.test(kasse))
    return "has no `kasse`, the version that it was written for, such as `1.0`";
  if (!isSupported(kasse)) return `was written for Kasse ${kasse}, and this is ${packageJson.version}`;
  if (typeof isOn !== "function") return "has no `isOn`: make it with `defineExtension`";
  const wrong = wrongPart(value);
  return wrong === null ? null : `cannot be used: its ${wrong}`;
}

/** Returns whether this Kasse has what was promised in a version: the same major version, and no older minor one. */
function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = packageJson.version.split(".").map(Number);
  const [forMajor = 0, forMinor = 0] = version.split(".").map(Number);
  return forMajor === major && forMinor <= minor;
}

/**
 * Imports the extensions that the setting `EXTENSIONS` names: files and folders, relative to `folder`, and packages
 * that are installed there. One that cannot be used becomes a mistake, so that `kasse config check` names it beside all
 * others.
 */
export async function loadOutside(setting: string | undefined, folder: string): Promise<Outside> {
  const names = outsideNames(setting ?? "");
  // Without any, no hook makes the imports of the process slower.
  if (names.length === 0) return { extensions: [], mistakes: [] };
  const from = pathToFileURL(join(folder, "package.json")).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === INTERFACE) return { url: interfaceUrl, shortCircuit: true };
      return next(specifier, names.includes(specifier) ? { ...context, parentURL: from } : context);
    },
  });
  const extensions: Extension[] = [];
  const mistakes: string[] = [];
  for (const name of names) {
    const loaded = await load(name, folder);
    if (typeof loaded === "string") mistakes.push(`EXTENSIONS names ${name}, which ${loaded}.`);
    else extensions.push(loaded);
  }
  return { extensions, mistakes };
}

/** Imports one extension. Returns what is wrong with it, as the end of a sentence. */
async function load(name: string, folder: string): Promise<Extension | string> {
  const isFile = /^[./]/.test(name);
  const path = isFile ? fileOf(resolve(folder, name)) : null;
  if (isFile && path === null) return "is neither a file nor a folder with an extension.ts or extension.js";
  const home = path === null ? `/node_modules/${name}/` : `${dirname(path)}/`;
  try {
    const module = (await import(path === null ? name : pathToFileURL(path).href)) as { readonly default?: unknown };
    const fault = faultOf(module.default);
    // The cast is safe as far as a value can be checked; what else is wrong fails in a guarded part.
    return fault ?? guarded(module.default as Extension, name, home);
  } catch (error) {
    if (isMissing(error, `'${name}'`)) return "is not installed";
    if (isMissing(error, `/node_modules/${name}/index.js'`))
      return "has neither `exports` nor `main` in its package.json";
    return `cannot be loaded: ${causeIn(error, home)}`;
  }
}

/** Returns whether an import failed because there is no such package or file. `what`: how the error names it. */
const isMissing = (error: unknown, what: string) =>
  error instanceof Error &&
  (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND" &&
  error.message.includes(what);

/** Returns the file of an extension; null if there is none. */
function fileOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return path;
  return ["extension.ts", "extension.js"].map((name) => join(path, name)).find((each) => existsSync(each)) ?? null;
}
