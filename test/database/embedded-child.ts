// A separate process that embedded.test.ts starts and kills: starts the database, writes a row, waits.
import pg from "pg";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";

const dataDir = process.argv[2] ?? "";
const { connection } = await startEmbeddedPostgres({ dataDir });
const client = new pg.Client(connection);
await client.connect();
await client.query("DROP TABLE IF EXISTS kept");
await client.query("CREATE TABLE kept (word text)");
await client.query("INSERT INTO kept VALUES ('committed')");
process.stdout.write("written\n");
