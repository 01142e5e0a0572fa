import pg from "pg";
import { databaseUser, readPassword } from "./initialise.ts";
import { port } from "./socket.ts";

/** How to reach the embedded database; fits `pg.PoolConfig`. `host` is the folder of its unix socket. */
export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** The connection to the database "kasse" of a cluster whose socket lies in that folder. */
export async function connectionTo(cluster: string, socketFolder: string): Promise<EmbeddedConnection> {
  const password = await readPassword(cluster);
  return { host: socketFolder, port, user: databaseUser, password, database: databaseUser };
}

/** Makes the database "kasse" in a new cluster; also proves that the password fits before anybody relies on it. */
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
