import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LaunchError, explainFileError } from "./error.mjs";
import { withLock } from "./lock.mjs";
import { at, log } from "./paths.mjs";
import { run } from "./run.mjs";

const stamp = at("dist", ".stamp");

// All sources of the browser's files.
const sources = [
  "web",
  "desk",
  "core",
  "contract",
  "locales",
  "vite.config.ts",
  "vite.desk.config.ts",
  "package-lock.json",
  "tools/build.mjs",
  "tools/bundle",
];

function* filesOf(path) {
  let entries;
  try {
    entries = readdirSync(at(path), { withFileTypes: true });
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

function hashOfSources() {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesOf(source))
      hash
        .update(file)
        .update("\0")
        .update(readFileSync(at(file)))
        .update("\0");
  }
  return hash.digest("hex");
}

function isFresh(wanted) {
  try {
    return readFileSync(stamp, "utf8") === wanted;
  } catch {
    return false;
  }
}

/** Builds the browser's files if one of their sources has changed. `node` is the path of Node 24. Throws a LaunchError. */
export async function ensureBundle(node) {
  const wanted = hashOfSources();
  if (isFresh(wanted)) return;
  await withLock("bundle", async () => {
    if (isFresh(wanted)) return;
    log("building the browser's files (about 5 s)");
    try {
      // The stamp is removed first and written last, so that an interrupted build is never considered up to date.
      rmSync(stamp, { force: true });
      const { code } = await run(node, ["tools/build.mjs"], { stdio: ["ignore", "ignore", "inherit"] });
      if (code !== 0) throw new LaunchError("Building the browser's files failed: fix what Vite reports above.");
      mkdirSync(at("dist"), { recursive: true });
      writeFileSync(stamp, wanted);
    } catch (error) {
      throw explainFileError(error, "Building the browser's files");
    }
  });
}
