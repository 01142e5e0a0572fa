import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { connectionTo, ensureDatabase, type EmbeddedConnection, socketFolder } from "./connection.ts";
import { EmbeddedPostgresError, explainFolderError } from "./error.ts";
import { clearFolder, occupantOf, readPidFile } from "./occupant.ts";
import { startServer } from "./server.ts";
import { clusterIn, setUp } from "./set-up.ts";

export { EmbeddedPostgresError, type EmbeddedConnection };

/** How to start the embedded database. */
export interface EmbeddedPostgresOptions {
  /** Kasse's data folder, created if missing. The database is in its subfolder `postgres`. */
  readonly dataDir: string;
  /** Receives progress and PostgreSQL's log, line by line. */
  readonly log?: (message: string) => void;
  /**
   * Called if PostgreSQL ends without `stop()`, for example after `kill` or with a full disk. The caller should exit.
   */
  readonly onUnexpectedExit?: (error: EmbeddedPostgresError) => void;
  /** Additional PostgreSQL settings, such as `{ fsync: "off" }` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /** Ends all connections and shuts the database down. Resolves when it is down. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL installed by npm on `<dataDir>/postgres`, with a Unix socket only. The first start takes 1–3 s,
 * later ones about 0.2 s. It works as an ordinary user and as root. It ends when this process ends (if the system
 * supports that) and recovers after a crash. Rejects with an EmbeddedPostgresError that explains how to fix the
 * problem.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, onUnexpectedExit, settings = {} } = options;
  // Made absolute, because PostgreSQL and the probes run in another working directory.
  const dataDir = resolve(options.dataDir);
  try {
    const prepared = await setUp(dataDir, log);
    const unrelatedPid = await clearFolder(prepared.cluster, log);
    const folder = await socketFolder(prepared.cluster, prepared.identity);
    const server = await startServer({ ...prepared, socketFolder: folder, unrelatedPid, settings, log });
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= server.stop());
    void server.exited.then((lastMessages) => {
      if (stopping) return;
      const message = `The embedded database ended unexpectedly (${lastMessages}): start Kasse again.`;
      onUnexpectedExit?.(new EmbeddedPostgresError("stopped", message));
    });
    try {
      const connection = await connectionTo(prepared.cluster, folder);
      await ensureDatabase(connection);
      return { connection, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    throw explainFolderError(error, dataDir);
  }
}

/**
 * Returns the connection to the embedded database of a running Kasse with this data folder, for commands; null if none
 * is running. Rejects with an EmbeddedPostgresError if this user may not read the folder.
 */
export async function findRunningEmbeddedPostgres(dataDir: string): Promise<EmbeddedConnection | null> {
  const folder = await realpath(dataDir).catch(() => null);
  if (folder === null) return null;
  try {
    const cluster = clusterIn(folder);
    const { kind } = await occupantOf(cluster);
    const file = await readPidFile(cluster);
    if (!file?.ready || kind === "nobody" || kind === "recycled") return null;
    return await connectionTo(cluster, file.socketFolder);
  } catch (error) {
    throw explainFolderError(error, dataDir);
  }
}
