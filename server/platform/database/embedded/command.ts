import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";

/**
 * As whom PostgreSQL runs: it refuses root. `uid` and `gid` are given to the process and are the owners of its files
 * (absent: our own); `prefix` is a command put in front that makes the difference.
 */
export interface Identity {
  readonly name: string;
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
  /** Owner of the data folder when it is not `uid`, because the prefix changes the user itself. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** PostgreSQL gets none of our environment: a stray PGDATA, PGOPTIONS or LC_ALL would change what it does. */
const environment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

/** A started program whose output can be read. */
export type Program = ChildProcessByStdio<null, Readable, Readable>;

/** Starts a program as the given identity, in a process group of its own, so that Ctrl+C does not reach it before us. */
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

/** How a program ended: `code` is null when a signal ended it or it could not be started at all. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end and collects what it printed. Never rejects: a program that is missing has code null. */
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
