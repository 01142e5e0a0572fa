import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { start, type Program, type Identity, signatureOf } from "./process.ts";
import { EmbeddedPostgresError } from "./error.ts";
import { boundToThisProcess } from "./identity.ts";
import { ownerSetting, readPidFile } from "./occupant.ts";
import { port } from "./connection.ts";

/** PostgreSQL settings: durable, and sized for two cores and 2 GB of memory. */
const settings = {
  listen_addresses: "",
  port: String(port),
  unix_socket_permissions: "0700",
  max_connections: "60",
  shared_buffers: "64MB",
  max_wal_size: "256MB",
  // Parallel queries need shared memory that containers often lack, and would occupy both cores.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "",
  log_checkpoints: "off",
  // The caller reports failed statements. In the server's log, they would expose personal data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
};

/** How to start a server. */
export interface ServerOptions {
  readonly cluster: string;
  readonly socketFolder: string;
  readonly binaries: Binaries;
  readonly identity: Identity;
  /**
   * A process id in the pid file that belongs to another program and that PostgreSQL should ignore; see `clearFolder`.
   */
  readonly unrelatedPid: number | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (message: string) => void;
}

/** A running server. `exited` resolves with PostgreSQL's last messages when it has ended for any reason. */
export interface Server {
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a cluster. Resolves when it accepts connections; rejects with an EmbeddedPostgresError. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const until = Date.now() + 5000;
  for (;;) {
    const program = await launch(options);
    const lastMessages = listen(program, options.log);
    const exited = new Promise<string>((resolve) => {
      program.once("close", () => resolve(lastMessages.join(" ")));
      program.once("error", (error) => resolve(error.message));
    });
    if (await becomesReady(program, options)) return { exited, stop: () => stop(program, options.log) };
    const reason = await exited;
    // The child processes of a killed server take a short time to exit.
    if (!/still in use|is being shut down/.test(reason) || Date.now() > until) throw explain(reason, options.cluster);
    await delay(100);
  }
}

async function launch({
  cluster,
  socketFolder,
  binaries,
  identity,
  unrelatedPid,
  ...options
}: ServerOptions): Promise<Program> {
  const all = {
    ...settings,
    unix_socket_directories: socketFolder.replaceAll(/[\\"]/g, "\\$&").replace(/.*/, '"$&"'),
    [ownerSetting]: (await signatureOf(process.pid)) ?? "",
    ...options.settings,
  };
  const settingArguments = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // PostgreSQL does not start while the process in the pid file is alive, unless that is its parent or, as this
  // variable declares, its grandparent. The file cannot be deleted instead, because it also identifies shared memory
  // that is still in use.
  const extra = unrelatedPid === null ? undefined : { PG_GRANDPARENT_PID: String(unrelatedPid) };
  return start(await boundToThisProcess(identity), [binaries.postgres, "-D", cluster, ...settingArguments], extra);
}

/** Forwards the server's messages. Returns the last ones, which explain why it ended. */
function listen(program: Program, log: (message: string) => void): string[] {
  const last: string[] = [];
  let rest = "";
  program.stderr.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      log(`PostgreSQL: ${line}`);
      // After SIGTERM, PostgreSQL waits until clients close their connections, which the shop never does. SIGINT ends
      // them.
      if (line.includes("received smart shutdown request")) program.kill("SIGINT");
      last.push(line);
      if (last.length > 12) last.shift();
    }
  });
  program.stdout.resume();
  return last;
}

/**
 * Resolves with true once the server is ready, and with false if it ended. Recovery after a crash can take some time.
 */
async function becomesReady(program: Program, { cluster, log }: ServerOptions): Promise<boolean> {
  let ended = false;
  program.once("close", () => (ended = true));
  program.once("error", () => (ended = true));
  for (let waited = 0; !ended; waited += 10) {
    const file = await readPidFile(cluster);
    if (file?.pid === program.pid && file?.ready) return true;
    if (waited === 10_000) log("The database is still starting: it is recovering from an earlier crash.");
    await delay(10);
  }
  return false;
}

/** Shuts down fast: open transactions are rolled back and data is written. After 20 s, it shuts down immediately. */
async function stop(program: Program, log: (message: string) => void): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const exit = once(program, "exit");
  program.kill("SIGINT");
  const timeout = new AbortController();
  const orderly = await Promise.race([exit.then(() => true), delay(20_000, false, { signal: timeout.signal })]);
  if (!orderly) {
    log("The database does not shut down and is stopped immediately. The next start recovers it.");
    program.kill("SIGQUIT");
    await exit;
  }
  timeout.abort();
}

function explain(reason: string, cluster: string): EmbeddedPostgresError {
  if (/lock file .* already exists|Is another postmaster|still in use/.test(reason)) {
    return new EmbeddedPostgresError(
      "folder-in-use",
      `The data folder ${cluster} is already in use by another database server: stop it, or set DATA_DIR to another folder.`,
    );
  }
  if (/No space left|wrote only/.test(reason)) {
    return new EmbeddedPostgresError("disk-full", `The disk holding ${cluster} is full: free some space.`);
  }
  const fatal = /(?:FATAL|PANIC):(.*?)(?= (?:LOG|HINT|DETAIL|FATAL|PANIC):|$)/.exec(reason)?.[1]?.trim() ?? reason;
  return new EmbeddedPostgresError(
    "failed-to-start",
    `The embedded database in ${cluster} does not start (${fatal}): fix that, or set DATABASE_URL to your own PostgreSQL.`,
  );
}
