import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./ports.ts";
import { folderOfPostgres } from "./programs.ts";
import { copyAsStandby, runServer, startPrimary, waitUntilReached } from "./servers.ts";

/** Starts a primary, and a replica that can fail while the primary writes, because it does not confirm the commits. */
export async function startWithReplica() {
  const folder = await folderOfPostgres();
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  const { server: primary, admin } = await startPrimary(first);
  copyAsStandby(primary, second);
  const port = await freePort();
  // A read that its replay has to wait for is ended soon.
  const run = () => runServer(second, port, { max_standby_streaming_delay: "100ms" });
  let server = await run();
  let isRunning = true;
  await waitUntilReached(server);
  const kill = async () => {
    if (isRunning) await server.stop();
    isRunning = false;
  };
  const replica = {
    url: server.url,
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    kill,
    promote: () => server.promote(),
    async restart() {
      server = await run();
      isRunning = true;
      await waitUntilReached(server);
    },
    /** Stops or continues to replay what it receives. */
    async replay(command: "pause" | "resume") {
      const client = new pg.Client({ host: "127.0.0.1", port, user: "admin", database: "postgres" });
      await client.connect();
      await client.query(`select pg_wal_replay_${command}()`);
      await client.end();
    },
  };
  return {
    primary,
    replica,
    async stop() {
      await admin.end();
      await Promise.all([primary.stop(), kill()]);
      await rm(folder, { recursive: true });
    },
  };
}
