import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { explainFileError } from "./error.mjs";
import { withLock } from "./lock.mjs";
import { npm } from "./npm.mjs";
import { at, say } from "./paths.mjs";

const wantedMajor = 24;
const pinned = "24.21.0";
const pinnedNode = at(".node", "node_modules", ".bin", "node");

/** True when our own copy is whole and of the pinned version: a torn copy cannot answer. */
function isPinned(path) {
  if (!existsSync(path)) return false;
  const answer = spawnSync(path, ["--version"], { encoding: "utf8" });
  return answer.status === 0 && answer.stdout.trim() === `v${pinned}`;
}

/**
 * The npm package that holds the binary itself. The package `node` would fetch it with an install script, which newer
 * npm versions refuse to run.
 */
function platformPackage() {
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const platform = process.platform === "win32" ? "win" : process.platform;
  return `${prefix}-${platform}-${process.arch}@${pinned}`;
}

async function install() {
  const temporary = at(".node", `new-${process.pid}`);
  const old = at(".node", `old-${process.pid}`);
  const modules = at(".node", "node_modules");
  try {
    mkdirSync(temporary, { recursive: true });
    writeFileSync(join(temporary, "package.json"), '{ "private": true }\n');
    await npm(["install", "--no-save", "--no-package-lock", platformPackage()], {
      cwd: temporary,
      what: `Installing Node ${pinned} (or install Node ${wantedMajor} or newer yourself)`,
    });
    const [unpacked] = readdirSync(join(temporary, "node_modules")).filter((name) => name.startsWith("node-"));
    // Headers and manuals are a third of the package, and nothing here reads them.
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
 * The path of a Node that is new enough: the one running this, when it is, otherwise the pinned one in `.node/`, which
 * is installed on first use. Throws a LaunchError when it cannot be had.
 */
export async function bringNode() {
  if (Number(process.versions.node.split(".")[0]) >= wantedMajor) return process.execPath;
  if (isPinned(pinnedNode)) return pinnedNode;
  await withLock("node", async () => {
    if (isPinned(pinnedNode)) return;
    say(`this machine has Node ${process.versions.node}; installing Node ${pinned} into .node/ (about 10 s, once)`);
    await install();
  });
  return pinnedNode;
}
