import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { closureOf } from "../launch/part.mjs";

/** A package of a lock file. */
export type LockedPackage = {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression in the lock file; null if it has none. */
  readonly licence: string | null;
  /** The path where npm installs it. */
  readonly folder: string;
  /** Whether an operator's installation contains it: installed with the shop, or bundled into its pages. */
  readonly shipped: boolean;
};

type Entry = {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
};
type Lock = Readonly<Record<string, Entry>>;

const MODULES = "node_modules/";
const nameOf = (path: string) => path.slice(path.lastIndexOf(MODULES) + MODULES.length);

/** Returns all packages in the lock files of the project and of `libraries`, for all platforms. */
export function lockedPackages(): readonly LockedPackage[] {
  return ["package-lock.json", ...globSync("libraries/*/package-lock.json").toSorted()].flatMap((file) => {
    const { packages: lock } = JSON.parse(readFileSync(file, "utf8")) as { packages: Lock };
    const bundled = file === "package-lock.json" ? bundledIn(lock) : new Set<string>();
    return Object.entries(lock)
      .filter(([path]) => path !== "")
      .map(([path, { version, license, dev }]) => ({
        name: nameOf(path),
        version,
        licence: license ?? null,
        folder: join(dirname(file), path),
        shipped: dev !== true || bundled.has(path),
      }));
  });
}

/** Returns the development packages that the bundler puts into the pages, with their dependencies. */
function bundledIn(lock: Lock): ReadonlySet<string> {
  const sources = globSync("{web,desk}/**/*.{ts,tsx,css}", { exclude: (path) => /\.test\.tsx?$/.test(path) });
  const texts = sources.map((path) => readFileSync(path, "utf8")).join("\n");
  const named = (name: string) => [`"${name}"`, `"${name}/`, `(${name}/`].some((each) => texts.includes(each));
  const roots = Object.keys(lock).filter((path) => !path.includes("/node_modules/") && named(nameOf(path)));
  return closureOf(lock, roots.map(nameOf));
}
