import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { root } from "../test/run.ts";

const TEMPLATE = join(root, "tools/extension/template");

/** What a name must look like: tables, settings and jobs are named after it. */
export const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * Makes a working extension with a setting, a table, a job, a route and a test, in a folder that does not exist yet or
 * is empty. It is named after its folder. `version`: that of Kasse. Returns the paths of its files.
 */
export function makeExtension(folder: string, version: string): readonly string[] {
  const name = basename(resolve(folder));
  const [major, minor] = version.split(".");
  const words: Readonly<Record<string, string>> = {
    "sample-name": name,
    sample_name: name.replaceAll("-", "_"),
    SAMPLE_NAME: name.replaceAll("-", "_").toUpperCase(),
    sampleName: name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    "Sample name": name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " "),
    KASSE_VERSION: `${major}.${minor}`,
    KASSE_FOLDER: relative(resolve(folder), root),
    FOLDER_PATH: fromKasse(resolve(folder)),
  };
  const filled = (text: string) =>
    text.replace(new RegExp(Object.keys(words).join("|"), "g"), (word) => words[word] ?? word);
  const files = globSync("**/*.template", { cwd: TEMPLATE }).map((path) => {
    const target = join(folder, filled(path.replace(/\.template$/, "")));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, filled(readFileSync(join(TEMPLATE, path), "utf8")));
    return target;
  });
  linkKasse(folder);
  const ignored = join(folder, ".gitignore");
  writeFileSync(ignored, "node_modules/\n");
  return [...files, ignored].toSorted();
}

/** Returns the path of a folder from Kasse's, as in the setting `EXTENSIONS`, so that it is that of no machine. */
function fromKasse(folder: string): string {
  const path = relative(root, folder);
  return path.startsWith(".") ? path : `./${path}`;
}

/** Lets the imports of an extension's tests and its types find this Kasse, unless one is installed there. */
export function linkKasse(folder: string): void {
  const link = join(folder, "node_modules/kasse");
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(root, link);
}
