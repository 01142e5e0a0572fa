import pg from "pg";
import { databaseUser, readPassword } from "./initialise.ts";
import { createHash } from "node:crypto";
import { chown, lstat, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Identity } from "./process.ts";
import { fileOwner } from "./identity.ts";

/** The connection to the embedded database, assignable to `pg.PoolConfig`. `host` is the folder of its Unix socket. */
export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Returns the connection to a cluster's database "kasse" through the Unix socket in that folder. */
export async function connectionTo(cluster: string, socketFolder: string): Promise<EmbeddedConnection> {
  const password = await readPassword(cluster);
  return { host: socketFolder, port, user: databaseUser, password, database: databaseUser };
}

/**
 * Creates the database "kasse" if it is missing. As a side effect, a wrong password is detected before anything else
 * happens.
 */
export async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [connection.database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}

/** The port is only part of the socket's file name: the server does not listen on the network. */
export const port = 5432;

/** Maximum length of a socket's path in bytes, which is macOS's limit. Linux allows 107. */
const longestPath = 103;

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestPath;

/**
 * Returns the folder of the socket: the data folder, which other users cannot enter. If that path is too long for a
 * socket, it is a private folder in the system's temporary folder.
 */
export async function socketFolder(cluster: string, identity: Identity): Promise<string> {
  if (fits(cluster)) return cluster;
  const parent = [tmpdir(), "/tmp"].find((folder) => fits(join(folder, "kasse-0123456789ab"))) ?? "/tmp";
  const owner = fileOwner(identity) ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const folder = join(parent, `kasse-${createHash("sha256").update(cluster).digest("hex").slice(0, 12)}`);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch {
    const found = await lstat(folder);
    if (found.isDirectory() && found.uid === owner.uid && (found.mode & 0o077) === 0) return folder;
    // Another user has a folder of that name, so use an unpredictable name.
    return closedFolder(await mkdtemp(join(parent, "kasse-")), owner);
  }
  return closedFolder(folder, owner);
}

async function closedFolder(folder: string, owner: { uid: number; gid: number }): Promise<string> {
  await chown(folder, owner.uid, owner.gid);
  return folder;
}
