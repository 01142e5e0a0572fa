import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LaunchError, explainFileError } from "./error.mjs";
import { withLock } from "./lock.mjs";
import { npm } from "./npm.mjs";
import { at, log } from "./paths.mjs";

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** The folders with a lock file of their own: the project, and the libraries that few shops need. */
function folders() {
  const libraries = readdirSync(at("libraries"), { withFileTypes: true }).filter((each) => each.isDirectory());
  return [at(), ...libraries.map(({ name }) => at("libraries", name))];
}

/**
 * Whether a folder's node_modules is complete and matches package-lock.json, for example after `npm ci`. npm writes its record into
 * node_modules last, so an interrupted install has none.
 */
function npmFinished(folder, wanted) {
  const record = read(join(folder, "node_modules", ".package-lock.json"));
  if (record === null) return false;
  const { packages: installed } = JSON.parse(record);
  return Object.entries(JSON.parse(wanted).packages).every(
    ([path, entry]) =>
      path === "" || (installed[path] ? installed[path].version === entry.version : entry.optional === true),
  );
}

/**
 * Whether the lock file refers to an optional package (a binary for another platform) without an entry for it. This happens if
 * the registry did not have the package when the file was created. Newer npm versions then refuse `npm ci`.
 */
function lacksOptionalPackages(lock) {
  const { packages } = JSON.parse(lock);
  const named = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  return named.some((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)));
}

async function install(folder, lock) {
  const what = "Installing the dependencies";
  if (!lacksOptionalPackages(lock)) {
    await npm(["ci"], { cwd: folder, what });
    return;
  }
  // Equivalent to `npm ci`: an empty folder, then the versions of the lock file without changing it.
  rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  await npm(["install", "--no-save"], { cwd: folder, what });
  if (!npmFinished(folder, lock)) {
    throw new LaunchError(
      `${what} failed: npm did not install the versions in package-lock.json; run \`npm install\` and commit it.`,
    );
  }
}

/** What an installation is compared with: its lock file, and the lock file that was installed last. */
function locks(folder) {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const stamp = join(folder, "node_modules", ".kasse-lock");
  return { folder, lock, stamp, wanted: createHash("sha256").update(lock).digest("hex") };
}

const differs = ({ stamp, wanted }) => read(stamp) !== wanted;

/** Installs the dependencies where node_modules does not match package-lock.json. Throws a LaunchError. */
export async function ensureDependencies() {
  const all = folders().map(locks);
  if (!all.some(differs)) return;
  await withLock("dependencies", async () => {
    try {
      for (const { folder, lock, stamp, wanted } of all.filter(differs)) {
        if (!npmFinished(folder, lock)) {
          const what = folder === at() ? "the dependencies" : `the library in libraries/${basename(folder)}`;
          log(`installing ${what} with npm${folder === at() ? " (about half a minute)" : ""}`);
          await install(folder, lock);
        }
        writeFileSync(stamp, wanted);
      }
    } catch (error) {
      throw explainFileError(error, "Installing the dependencies");
    }
  });
}
