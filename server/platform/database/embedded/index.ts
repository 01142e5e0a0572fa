import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { connectionTo, ensureDatabase, type EmbeddedConnection } from "./connection.ts";
import { EmbeddedPostgresError, explainFolderError } from "./error.ts";
import { clearFolder, occupantOf, readPidFile } from "./occupant.ts";
import { startServer } from "./server.ts";
import { clusterIn, setUp } from "./set-up.ts";
import { socketFolder } from "./socket.ts";

export { EmbeddedPostgresError, type EmbeddedConnection };

/** How to start the embedded database. */
export interface EmbeddedPostgresOptions {
  /** The data folder of Kasse; the database lies in its folder `postgres`. Made when missing. */
  readonly dataDir: string;
  /** Takes one line at a time: what the launcher does, and what PostgreSQL reports. */
  readonly log?: (message: string) => void;
  /** Called when PostgreSQL ends without `stop()`, as after `kill` or a full disk; the caller should end as well. */
  readonly onUnexpectedExit?: (error: EmbeddedPostgresError) => void;
  /** Settings on top of ours, such as `{ fsync: "off" }` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running embedded database. */
export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /** Ends all connections and shuts the database down; resolves when it is down. A second call does nothing more. */
  stop(): Promise<void>;
}

/**
 * Starts the real PostgreSQL from npm on `<dataDir>/postgres`, on a unix socket only: 1–3 s the first time, then about
 * 0.2 s. It works as an ordinary user and as root, ends with this process whatever happens to it (where the system
 * allows), and recovers what a crash left. Rejects with an EmbeddedPostgresError that says how to mend it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, onUnexpectedExit, settings = {} } = options;
  // PostgreSQL and the probes run in another working directory.
  const dataDir = resolve(options.dataDir);
  try {
    const setting = await setUp(dataDir, log);
    const notARival = await clearFolder(setting.cluster, log);
    const folder = await socketFolder(setting.cluster, setting.identity);
    const server = await startServer({ ...setting, socketFolder: folder, notARival, settings, log });
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= server.stop());
    void server.exited.then((words) => {
      if (stopping) return;
      const message = `The embedded database ended by itself (${words}): start Kasse again.`;
      onUnexpectedExit?.(new EmbeddedPostgresError("stopped", message));
    });
    try {
      const connection = await connectionTo(setting.cluster, folder);
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
 * The connection to the embedded database that a running Kasse serves from this data folder, for commands beside it;
 * null when none runs. Rejects with an EmbeddedPostgresError when this user may not read the folder.
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
