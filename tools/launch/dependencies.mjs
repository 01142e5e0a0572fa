import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { LaunchError, explainFileError } from "./error.mjs";
import { withLock } from "./lock.mjs";
import { npm } from "./npm.mjs";
import { at, log } from "./paths.mjs";

const stamp = at("node_modules", ".kasse-lock");

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/**
 * Whether node_modules is complete and matches package-lock.json, for example after `npm ci`. npm writes its record into
 * node_modules last, so an interrupted install has none.
 */
function npmFinished(wanted) {
  const record = read(at("node_modules", ".package-lock.json"));
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

async function install(lock) {
  const what = "Installing the dependencies";
  if (!lacksOptionalPackages(lock)) {
    await npm(["ci"], { cwd: at(), what });
    return;
  }
  // Equivalent to `npm ci`: an empty folder, then the versions of the lock file without changing it.
  rmSync(at("node_modules"), { recursive: true, force: true });
  await npm(["install", "--no-save"], { cwd: at(), what });
  if (!npmFinished(lock)) {
    throw new LaunchError(
      `${what} failed: npm did not install the versions in package-lock.json; run \`npm install\` and commit it.`,
    );
  }
}

/** Installs the dependencies if node_modules does not match package-lock.json. Throws a LaunchError. */
export async function ensureDependencies() {
  const lock = readFileSync(at("package-lock.json"), "utf8");
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (read(stamp) === wanted) return;
  await withLock("dependencies", async () => {
    if (read(stamp) === wanted) return;
    try {
      if (!npmFinished(lock)) {
        log("installing the dependencies with npm (about half a minute)");
        await install(lock);
      }
      writeFileSync(stamp, wanted);
    } catch (error) {
      throw explainFileError(error, "Installing the dependencies");
    }
  });
}
