import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LaunchError, explainFileError } from "./error.mjs";
import { withLock } from "./lock.mjs";
import { npm } from "./npm.mjs";
import { partOf } from "./part.mjs";
import { projectPath, log } from "./paths.mjs";

/**
 * Development packages that build the pages and programs, or are bundled into them. Serving the shop needs no other
 * development packages, and without those the first start takes half the time. `part.test.ts` compares this list with
 * the imports.
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

/**
 * Returns the folders of the libraries that few shops need. The package.json of each lists the settings that need it.
 */
function libraries() {
  const folders = readdirSync(projectPath("libraries"), { withFileTypes: true }).filter((each) => each.isDirectory());
  return folders.map(({ name }) => projectPath("libraries", name));
}

/** Whether this shop's settings need the library in a folder. */
function isSet(folder) {
  const { neededWith } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).kasse;
  return neededWith.some((assignment) => {
    const [name, value] = assignment.split("=");
    return process.env[name] === value;
  });
}

/**
 * Whether a folder's node_modules is complete and matches package-lock.json, for example after `npm ci`. After an
 * interrupted install, npm's record is missing, because npm writes it last.
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
 * Whether the lock file lacks the entry of an optional package (a binary for another platform) that it refers to. This
 * happens if the registry did not have the package when the file was created. Newer npm versions then refuse `npm ci`.
 */
function lacksOptionalPackages(lock) {
  const { packages } = JSON.parse(lock);
  const named = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  return named.some((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)));
}

/**
 * Installs only the packages in a reduced lock file. Uses a separate folder first, because `npm ci` installs everything
 * in its folder's lock file.
 */
async function installPart({ manifest, lock }) {
  const folder = projectPath(".cache", "start");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  await npm(["ci"], { cwd: folder, what: "Installing the dependencies" });
  rmSync(projectPath("node_modules"), { recursive: true, force: true });
  renameSync(join(folder, "node_modules"), projectPath("node_modules"));
}

async function install(folder, lock) {
  const what = "Installing the dependencies";
  if (!lacksOptionalPackages(lock)) {
    await npm(["ci"], { cwd: folder, what });
    return;
  }
  // Does the same as `npm ci`: empties the folder, then installs the lock file's versions without changing the file.
  rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  await npm(["install", "--no-save"], { cwd: folder, what });
  if (!npmFinished(folder, lock)) {
    throw new LaunchError(
      `${what} failed: npm did not install the versions in package-lock.json; run \`npm install\` and commit it.`,
    );
  }
}

/**
 * Returns a folder's lock file with its hash (`wanted`), and the file that stores the hash of the last installed one
 * (`stamp`).
 */
function lockOf(folder) {
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
  const project = lockOf(projectPath());
  const servingStamp = `to serve: ${project.wanted}`;
  const isInstalled = () => !differs(project) || (forServing && read(project.stamp) === servingStamp);
  const others = libraries()
    .filter((folder) => !forServing || isSet(folder))
    .map(lockOf);
  if (isInstalled() && !others.some(differs)) return;
  await withLock("dependencies", async () => {
    try {
      if (!isInstalled()) await installProject(project, forServing ? servingStamp : null);
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

/**
 * Installs the project's packages. `servingStamp`: the stamp to write if only the packages for serving are needed; null
 * installs all packages.
 */
async function installProject({ folder, lock, stamp, wanted }, servingStamp) {
  if (npmFinished(folder, lock)) return writeFileSync(stamp, wanted);
  if (servingStamp === null || lacksOptionalPackages(lock)) {
    log("installing the dependencies with npm (about a minute)");
    await install(folder, lock);
    return writeFileSync(stamp, wanted);
  }
  log("installing the packages to serve the shop with npm (about half a minute)");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  await installPart(partOf(manifest, JSON.parse(lock), BUILD_PACKAGES));
  writeFileSync(stamp, servingStamp);
}
