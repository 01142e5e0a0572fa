import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LaunchError, explainFileError } from "./error.mjs";
import { withLock } from "./lock.mjs";
import { npm } from "./npm.mjs";
import { partOf } from "./part.mjs";
import { at, log } from "./paths.mjs";

/**
 * Packages for development that build the pages and programs, or are bundled into them. Serving the shop needs no
 * others, and without the rest the first start takes half of the time. `part.test.ts` compares them with the imports.
 */
export const BUILD_PACKAGES = [
  "@fontsource-variable/figtree",
  "@simplewebauthn/browser",
  "@tanstack/react-query",
  "@vitejs/plugin-react",
  "browserslist",
  "icu-minify",
  "qrcode",
  "recharts",
  "rolldown",
  "vite",
  "wouter",
];

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Returns the folders of the libraries that few shops need. Each states the settings that need it. */
function libraries() {
  const folders = readdirSync(at("libraries"), { withFileTypes: true }).filter((each) => each.isDirectory());
  return folders.map(({ name }) => at("libraries", name));
}

/** Whether a setting of this shop needs the library in a folder. */
function isSet(folder) {
  const { neededWith } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).kasse;
  return neededWith.some((assignment) => {
    const [name, value] = assignment.split("=");
    return process.env[name] === value;
  });
}

/**
 * Whether a folder's node_modules is complete and matches package-lock.json, for example after `npm ci`. npm writes its
 * record into node_modules last, so an interrupted install has none.
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
 * Whether the lock file refers to an optional package (a binary for another platform) without an entry for it. This
 * happens if the registry did not have the package when the file was created. Newer npm versions then refuse `npm ci`.
 */
function lacksOptionalPackages(lock) {
  const { packages } = JSON.parse(lock);
  const named = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  return named.some((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)));
}

/** Installs into a separate folder first, because `npm ci` installs everything in its folder's lock file. */
async function installPart({ manifest, lock }) {
  const folder = at(".cache", "start");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  await npm(["ci"], { cwd: folder, what: "Installing the dependencies" });
  rmSync(at("node_modules"), { recursive: true, force: true });
  renameSync(join(folder, "node_modules"), at("node_modules"));
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

/** Returns the lock file of a folder, and where the hash of the last installed one is stored. */
function locks(folder) {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const stamp = join(folder, "node_modules", ".kasse-lock");
  return { folder, lock, stamp, wanted: createHash("sha256").update(lock).digest("hex") };
}

const differs = ({ stamp, wanted }) => read(stamp) !== wanted;

/**
 * Installs the dependencies if node_modules does not match package-lock.json. `forServing`: only the packages that
 * build and serve the shop, and the libraries that its settings need. Throws a LaunchError.
 */
export async function ensureDependencies({ forServing = false } = {}) {
  const project = locks(at());
  const part = `to serve: ${project.wanted}`;
  const isThere = () => !differs(project) || (forServing && read(project.stamp) === part);
  const others = libraries()
    .filter((folder) => !forServing || isSet(folder))
    .map(locks);
  if (isThere() && !others.some(differs)) return;
  await withLock("dependencies", async () => {
    try {
      if (!isThere()) await installProject(project, forServing ? part : null);
      for (const { folder, lock, stamp, wanted } of others.filter(differs)) {
        if (!npmFinished(folder, lock)) {
          log(`installing the library in libraries/${basename(folder)} with npm`);
          await install(folder, lock);
        }
        writeFileSync(stamp, wanted);
      }
    } catch (error) {
      throw explainFileError(error, "Installing the dependencies");
    }
  });
}

/** `part`: the stamp of an installation that only serves; null for all packages. */
async function installProject({ folder, lock, stamp, wanted }, part) {
  if (npmFinished(folder, lock)) return writeFileSync(stamp, wanted);
  if (part === null || lacksOptionalPackages(lock)) {
    log("installing the dependencies with npm (about a minute)");
    await install(folder, lock);
    return writeFileSync(stamp, wanted);
  }
  log("installing the packages to serve the shop with npm (about half a minute)");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  await installPart(partOf(manifest, JSON.parse(lock), BUILD_PACKAGES));
  writeFileSync(stamp, part);
}
