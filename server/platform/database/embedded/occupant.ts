import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { EmbeddedPostgresError } from "./error.ts";
import { commandLineOf, isAlive, isSignatureAlive } from "./process.ts";

/**
 * A made-up PostgreSQL setting that holds the signature of the Kasse process that started the server. It is visible in
 * the server's command line.
 */
export const ownerSetting = "kasse.owner";

/** The contents of `postmaster.pid`, which PostgreSQL writes into the data folder. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; null if it is missing or incomplete. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n").map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? "", ready: lines[7] === "ready" };
}

/**
 * Who uses a data folder. `served`: the server of a running Kasse (process `owner`). `orphan`: a server whose Kasse has
 * ended. `foreign`: a server that Kasse did not start. `elsewhere`: a server that responds but whose process is not
 * visible here (another container on the same volume). `recycled`: free, but the process id in the old pid file now
 * belongs to another program. `nobody`: free.
 */
export type Occupant =
  | { readonly kind: "nobody" | "elsewhere" }
  | { readonly kind: "recycled" | "orphan" | "foreign"; readonly pid: number }
  | { readonly kind: "served"; readonly pid: number; readonly owner: number };

function answers(file: PidFile): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(file.socketFolder, `.s.PGSQL.${file.port}`));
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => finish(false));
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
  });
}

/** Finds out who uses the data folder. It relies on the process table, because the pid file survives a crash. */
export async function occupantOf(cluster: string): Promise<Occupant> {
  const file = await readPidFile(cluster);
  if (file === null) return { kind: "nobody" };
  const line = isAlive(file.pid) ? await commandLineOf(file.pid) : null;
  const isServer =
    line !== null && /(^|\/)(postgres|postmaster) (.* )?-D /.test(line) && `${line} `.includes(`${cluster} `);
  if (!isServer) {
    if (file.socketFolder !== "" && (await answers(file))) return { kind: "elsewhere" };
    return line === null ? { kind: "nobody" } : { kind: "recycled", pid: file.pid };
  }
  const signature = new RegExp(`${ownerSetting}=(\\S+)`).exec(line)?.[1];
  if (signature === undefined) return { kind: "foreign", pid: file.pid };
  if (!(await isSignatureAlive(signature))) return { kind: "orphan", pid: file.pid };
  return { kind: "served", pid: file.pid, owner: Number(signature.split(":")[0]) };
}

/** Stops an orphaned server with a fast shutdown, and after 20 s with an immediate one. */
async function stopOrphan(pid: number, cluster: string): Promise<void> {
  for (const [signal, seconds] of [
    ["SIGINT", 20],
    ["SIGQUIT", 10],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // `kill` has failed: the server has ended, or this user may not stop it. The loop below finds out which.
    }
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      const occupant = await occupantOf(cluster);
      if (occupant.kind !== "orphan") return;
      await delay(20);
    }
  }
  throw new EmbeddedPostgresError(
    "folder-in-use",
    `A database server left over from an earlier run (process ${pid}) does not stop: stop it with \`kill -QUIT ${pid}\`.`,
  );
}

/**
 * Makes sure that no server uses the folder, and stops an orphaned one. Returns the process id in the pid file if it
 * now belongs to another program, which PostgreSQL would mistake for a server (see `unrelatedPid`); otherwise null.
 * Throws an EmbeddedPostgresError if the folder is in use.
 */
export async function clearFolder(cluster: string, log: (message: string) => void): Promise<number | null> {
  let occupant = await occupantOf(cluster);
  if (occupant.kind === "orphan") {
    log(`Stopping a database server left over from an earlier run (process ${occupant.pid}).`);
    await stopOrphan(occupant.pid, cluster);
    occupant = await occupantOf(cluster);
  }
  switch (occupant.kind) {
    case "nobody":
      return null;
    case "recycled":
      return occupant.pid;
    case "served":
      throw inUse(cluster, `Kasse, process ${occupant.owner}`);
    case "orphan":
    case "foreign":
      throw inUse(cluster, `the PostgreSQL server with process ${occupant.pid}`);
    case "elsewhere":
      throw inUse(cluster, "a PostgreSQL server in another container or on another machine");
  }
}

function inUse(cluster: string, by: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "folder-in-use",
    `The data folder ${cluster} is already in use by ${by}: stop it, or set DATA_DIR to another folder.`,
  );
}
