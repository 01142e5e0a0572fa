import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An earlier release, built in a folder of its own. */
export type BuiltRelease = { readonly folder: string; remove(): void };

/**
 * Builds the shop of an earlier commit, with the packages of its own lock file. Takes some minutes the first time,
 * because packages that this version does not have are downloaded.
 */
export function buildRelease(commit: string): BuiltRelease {
  const folder = mkdtempSync(join(tmpdir(), "kasse-release-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  try {
    execFileSync("git", ["clone", "--quiet", "--shared", ".", folder]);
    run("git", "checkout", "--quiet", commit);
    // Links, which its own installation replaces where it needs another version.
    execFileSync("cp", ["-a", "--link", "node_modules", join(folder, "node_modules")]);
    run(process.execPath, "tools/launch.mjs", "build");
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
