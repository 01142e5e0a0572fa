import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, globSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../test/run.ts";

/**
 * Copies the working tree to a folder, with uncommitted changes and new files, and with what is installed and built.
 * Faults are seeded in the copy only.
 */
export function copyTree(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  const files = listed.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
  for (const each of new Set(files.map(dirname))) mkdirSync(join(folder, each), { recursive: true });
  for (const file of files) copyFileSync(join(root, file), join(folder, file));
  for (const installed of globSync(["node_modules", ".node", "dist", "libraries/*/node_modules"], { cwd: root }))
    copyFolder(join(root, installed), join(folder, installed));
}

/** Copies a folder by hard links, or in full to another disk. Nothing changes these files. */
function copyFolder(from: string, to: string): void {
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
  }
}
