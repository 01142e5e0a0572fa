import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { explainFileError } from "./error.mjs";
import { withLock } from "./lock.mjs";
import { npm } from "./npm.mjs";
import { projectPath, log } from "./paths.mjs";

const wantedMajor = 24;
const pinned = "24.21.0";
const pinnedNode = projectPath(".node", "node_modules", ".bin", "node");

/** Whether the installed copy works and is the pinned version. An incomplete copy fails to run. */
function isPinned(path) {
  if (!existsSync(path)) return false;
  const answer = spawnSync(path, ["--version"], { encoding: "utf8" });
  return answer.status === 0 && answer.stdout.trim() === `v${pinned}`;
}

/**
 * Returns the npm package that contains Node for this platform. The package `node` would need an install script to
 * download it, which newer npm versions refuse to run.
 */
function platformPackage() {
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const platform = process.platform === "win32" ? "win" : process.platform;
  return `${prefix}-${platform}-${process.arch}@${pinned}`;
}

async function install() {
  const temporary = projectPath(".node", `new-${process.pid}`);
  const old = projectPath(".node", `old-${process.pid}`);
  const modules = projectPath(".node", "node_modules");
  try {
    mkdirSync(temporary, { recursive: true });
    writeFileSync(join(temporary, "package.json"), '{ "private": true }\n');
    await npm(["install", "--no-save", "--no-package-lock", platformPackage()], {
      cwd: temporary,
      what: `Installing Node ${pinned} (or install Node ${wantedMajor} or newer yourself)`,
    });
    const [unpacked] = readdirSync(join(temporary, "node_modules")).filter((name) => name.startsWith("node-"));
    // Headers and manuals are a third of the package, and are not needed.
    for (const part of ["include", "share"]) {
      rmSync(join(temporary, "node_modules", unpacked, part), { recursive: true, force: true });
    }
    if (existsSync(modules)) renameSync(modules, old);
    renameSync(join(temporary, "node_modules"), modules);
  } catch (error) {
    throw explainFileError(error, `Installing Node ${pinned}`);
  } finally {
    for (const folder of [temporary, old]) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the path of a Node that is new enough: the one that runs this, or the pinned version in `.node/`, which is
 * installed on first use. Throws a LaunchError if that fails.
 */
export async function ensureNode() {
  if (Number(process.versions.node.split(".")[0]) >= wantedMajor) return process.execPath;
  if (isPinned(pinnedNode)) return pinnedNode;
  await withLock("node", async () => {
    if (isPinned(pinnedNode)) return;
    log(`this machine has Node ${process.versions.node}; installing Node ${pinned} into .node/ (about 10 s, once)`);
    await install();
  });
  return pinnedNode;
}
