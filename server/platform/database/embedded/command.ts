import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";

/**
 * The user that PostgreSQL runs as, because it refuses root. `uid` and `gid` are those of the process and the owner of its
 * files (absent: the current user). `prefix` is a command before it that changes the user or its permissions.
 */
export interface Identity {
  readonly name: string;
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
  /** Owner of the data folder if `prefix` changes the user instead of `uid`. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** PostgreSQL does not inherit the environment: PGDATA, PGOPTIONS or LC_ALL would change its behaviour. */
const environment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

/** A started program whose output can be read. */
export type Program = ChildProcessByStdio<null, Readable, Readable>;

/** Starts a program as the given identity, in its own process group, so that Ctrl+C does not reach it directly. */
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

/** The result of a program: `code` is null if a signal ended it or it could not be started. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end and collects its output. Never rejects. */
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
