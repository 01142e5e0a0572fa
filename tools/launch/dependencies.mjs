import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { LaunchError, explainFileError } from "./error.mjs";
import { withLock } from "./lock.mjs";
import { npm } from "./npm.mjs";
import { at, say } from "./paths.mjs";

const stamp = at("node_modules", ".kasse-lock");

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/**
 * True when somebody ran npm by hand and it finished with what package-lock.json wants. npm writes its own record into
 * node_modules as its last act, so an interrupted install has none.
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
 * True when the lock file names an optional package (a binary for another platform) without holding its entry, as it
 * happens when the registry it was made with has no such package. Newer npm versions refuse `npm ci` for that.
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
  // The same in two steps: a clean folder, and the versions of the lock file, which stays as it is.
  rmSync(at("node_modules"), { recursive: true, force: true });
  await npm(["install", "--no-save"], { cwd: at(), what });
  if (!npmFinished(lock)) {
    throw new LaunchError(
      `${what} failed: npm did not take the versions of package-lock.json; run \`npm install\` and commit it.`,
    );
  }
}

/** Makes node_modules agree with package-lock.json when it does not. Throws a LaunchError. */
export async function bringDependencies() {
  const lock = readFileSync(at("package-lock.json"), "utf8");
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (read(stamp) === wanted) return;
  await withLock("dependencies", async () => {
    if (read(stamp) === wanted) return;
    try {
      if (!npmFinished(lock)) {
        say("installing the dependencies with npm (about half a minute)");
        await install(lock);
      }
      writeFileSync(stamp, wanted);
    } catch (error) {
      throw explainFileError(error, "Installing the dependencies");
    }
  });
}
