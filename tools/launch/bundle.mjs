import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LaunchError, explainFileError } from "./error.mjs";
import { withLock } from "./lock.mjs";
import { projectPath, log } from "./paths.mjs";
import { run } from "./run.mjs";

// The two builds: their sources, and the stamp file with the hash of the last build's sources.
const browser = {
  description: "the browser's files (about 5 s)",
  stamp: projectPath("dist", ".browser"),
  arguments: ["client", "desk", "server"],
  sources: [
    "web",
    "desk",
    "core",
    "contract",
    "locales",
    ".browserslistrc",
    "vite.config.ts",
    "vite.desk.config.ts",
    "package-lock.json",
    "tools/build.mjs",
    "tools/bundle",
  ],
};
const programs = {
  description: "the programs for Node",
  stamp: projectPath("dist", ".programs"),
  arguments: ["programs"],
  sources: [
    "server",
    "extensions",
    "kit",
    "simulator",
    "core",
    "contract",
    "locales",
    "tools/kasse.ts",
    "package-lock.json",
    "tools/build.mjs",
    "tools/bundle/programs.mjs",
  ],
};

function* filesOf(path) {
  let entries;
  try {
    entries = readdirSync(projectPath(path), { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOTDIR") yield path;
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesOf(child);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield child;
  }
}

function hashOf(sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesOf(source))
      hash
        .update(file)
        .update("\0")
        .update(readFileSync(projectPath(file)))
        .update("\0");
  }
  return hash.digest("hex");
}

function isFresh(stamp, wanted) {
  try {
    return readFileSync(stamp, "utf8") === wanted;
  } catch {
    return false;
  }
}

async function ensure(node, { description, stamp, arguments: names, sources }) {
  const wanted = hashOf(sources);
  if (isFresh(stamp, wanted)) return;
  await withLock("bundle", async () => {
    if (isFresh(stamp, wanted)) return;
    log(`building ${description}`);
    try {
      // The stamp is removed first and written last, so that an interrupted build never counts as up to date.
      rmSync(stamp, { force: true });
      const { code } = await run(node, ["tools/build.mjs", ...names], { stdio: ["ignore", "ignore", "inherit"] });
      if (code !== 0) throw new LaunchError(`Building ${description} failed: fix what is reported above.`);
      mkdirSync(projectPath("dist"), { recursive: true });
      writeFileSync(stamp, wanted);
    } catch (error) {
      throw explainFileError(error, `Building ${description}`);
    }
  });
}

/** Builds the browser's files if a source has changed. `node`: the path of Node 24. Throws a LaunchError. */
export const ensureBundle = (node) => ensure(node, browser);

/** Builds the programs for Node (server, commands, simulator) if a source has changed. Throws a LaunchError. */
export const ensurePrograms = (node) => ensure(node, programs);
