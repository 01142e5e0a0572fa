import pg from "pg";
import { databaseUser, readPassword } from "./initialise.ts";
import { port } from "./socket.ts";

/** The connection to the embedded database, assignable to `pg.PoolConfig`. `host` is the folder of its Unix socket. */
export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** The connection to the database "kasse" of a cluster, by the socket in that folder. */
export async function connectionTo(cluster: string, socketFolder: string): Promise<EmbeddedConnection> {
  const password = await readPassword(cluster);
  return { host: socketFolder, port, user: databaseUser, password, database: databaseUser };
}

/** Creates the database "kasse" if it is missing. This also verifies the password early. */
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
