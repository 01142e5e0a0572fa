import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start, type Program } from "#server/platform/database/embedded/process.ts";

/** Programs of Debian that some tests need, run as the user `postgres`, because PostgreSQL refuses to run as root. */
const PACKAGES = { postgresql: "/usr/lib/postgresql", pgbouncer: "/usr/sbin/pgbouncer", haproxy: "/usr/sbin/haproxy" };

/**
 * Returns whether the programs are available. As root, installs missing ones; otherwise the tests that need them are
 * skipped.
 */
export function havePrograms(): boolean {
  const missing = () => Object.entries(PACKAGES).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (process.getuid?.() !== 0) return false;
  if (missing().length > 0 && existsSync("/usr/bin/apt-get")) {
    const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${missing().join(" ")}`;
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    try {
      execFileSync("/bin/sh", ["-c", install], { env, stdio: "ignore" });
    } catch {
      // Without a registry they stay missing.
    }
  }
  return missing().length === 0;
}

/** Returns the folder of PostgreSQL's programs, of the newest version. */
export function postgresPrograms(): string {
  return execFileSync("/bin/sh", ["-c", "ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1"], {
    encoding: "utf8",
  }).trim();
}

const POSTGRES = {
  name: "postgres",
  prefix: ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"],
};

/** Starts a program as the user `postgres`. */
export function startAsPostgres(command: readonly string[]): Program {
  const program = start(POSTGRES, command);
  program.stdout.resume();
  program.stderr.resume();
  return program;
}

/** Runs a program as the user `postgres` until it ends; throws with its output if it fails. */
export function runAsPostgres(command: readonly string[]): void {
  execFileSync(POSTGRES.prefix[0] ?? "", [...POSTGRES.prefix.slice(1), ...command], { cwd: "/", stdio: "pipe" });
}

/** Creates a folder of the user `postgres`. */
export async function folderOfPostgres(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kasse-cluster-"));
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  await chown(folder, id("-u"), id("-g"));
  return folder;
}
