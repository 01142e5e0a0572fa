import { execFile, spawn, type ChildProcessByStdio } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Readable } from "node:stream";

const exec = promisify(execFile);

/** Returns whether a process with that id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function askPs(pid: number, column: "lstart" | "command"): Promise<string | null> {
  const answer = await exec("ps", ["-ww", "-o", `${column}=`, "-p", String(pid)]).catch(() => null);
  return answer === null ? null : answer.stdout.trim() || null;
}

/** Returns the command line of a process, its arguments separated by spaces; null if the process does not exist. */
export async function commandLineOf(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return askPs(pid, "command");
  const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  return words === null ? null : words.split("\0").join(" ").trim();
}

/**
 * Returns the start time of a process, which distinguishes it from a later one with the same id. Null if the process
 * has ended, even if it remains as a zombie.
 */
async function startOf(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return (await askPs(pid, "lstart"))?.replaceAll(/\W+/g, "-") ?? null;
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (line === null) return null;
  // The second field is the program's name in brackets. It can contain anything, so count from the last bracket.
  const [state, ...rest] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? null : (rest[18] ?? null);
}

/**
 * Returns a unique identifier of a process, `<pid>:<start>`; a process id alone can be reused. Null if the process has
 * ended.
 */
export async function signatureOf(pid: number): Promise<string | null> {
  const start = await startOf(pid);
  return start === null ? null : `${pid}:${start}`;
}

/** Returns whether that very process is still running. */
export async function isSignatureAlive(signature: string): Promise<boolean> {
  const pid = Number(signature.split(":")[0]);
  return Number.isInteger(pid) && pid > 0 && (await signatureOf(pid)) === signature;
}

/**
 * The user that PostgreSQL runs as, because it refuses to run as root. `uid` and `gid` are for the process and own its
 * files (absent: the current user). `prefix` is a command put in front of PostgreSQL's that changes the user or its
 * permissions.
 */
export interface Identity {
  readonly name: string;
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
  /** Owner of the data folder if `prefix`, and not `uid`, changes the user. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/**
 * The environment of PostgreSQL. It does not inherit that of this process, because PGDATA, PGOPTIONS or LC_ALL would
 * change its behaviour.
 */
const environment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

/** A started program whose output can be read. */
export type Program = ChildProcessByStdio<null, Readable, Readable>;

/** Starts a program as the given identity. It has its own process group, so that Ctrl+C does not reach it directly. */
export function start(identity: Identity, command: readonly string[], extra: Record<string, string> = {}): Program {
  const [file = "", ...args] = [...identity.prefix, ...command];
  return spawn(file, args, {
    cwd: "/",
    env: { ...environment, ...extra },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    ...(identity.uid === undefined ? {} : { uid: identity.uid }),
    ...(identity.gid === undefined ? {} : { gid: identity.gid }),
  });
}

/** The result of a program. `code` is null if a signal ended it or it could not be started. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program until it ends and collects its output. Never rejects. */
export function run(identity: Identity, command: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const program = start(identity, command);
    let output = "";
    const collect = (chunk: Buffer) => (output += chunk.toString());
    program.stdout.on("data", collect);
    program.stderr.on("data", collect);
    program.once("error", (error) => resolve({ code: null, output: error.message }));
    program.once("close", (code) => resolve({ code, output }));
  });
}
