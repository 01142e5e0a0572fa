import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./ports.ts";
import { folderOfPostgres, postgresPrograms, runAsPostgres } from "./programs.ts";
import { runServer, startPrimary, waitUntilReached, type PostgresServer } from "./servers.ts";

/** A server whose log is archived as in docs/backup.md. */
export type ArchivedServer = {
  readonly server: PostgresServer;
  /** Takes a base backup while the server runs. */
  backUp(): Promise<void>;
  /** Returns the server's time. */
  now(): Promise<string>;
  /** Stops the server permanently once its log is archived, and starts the base backup in its state at `time`. */
  restoreTo(time: string): Promise<PostgresServer>;
  stop(): Promise<void>;
};

export async function startArchivedServer(): Promise<ArchivedServer> {
  const folder = await folderOfPostgres();
  const [live, base, log] = [join(folder, "live"), join(folder, "base"), join(folder, "log")];
  runAsPostgres(["mkdir", log]);
  const archive = { archive_mode: "on", archive_command: `test ! -f ${log}/%f && cp %p ${log}/%f` };
  const { server, admin } = await startPrimary(live, archive);
  let restored: PostgresServer | null = null;
  return {
    server,
    async backUp() {
      const from = ["-h", "127.0.0.1", "-p", String(server.port), "-U", "admin"];
      runAsPostgres([`${postgresPrograms()}/pg_basebackup`, "-D", base, "-c", "fast", "-X", "none", ...from]);
    },
    async now() {
      const { rows } = await admin.query<{ now: string }>("select now()::text as now");
      return rows[0]?.now ?? "";
    },
    async restoreTo(time) {
      const { rows } = await admin.query<{ file: string }>("select pg_walfile_name(pg_switch_wal()) as file");
      while (!(await readdir(log)).includes(rows[0]?.file ?? "")) await delay(100);
      await admin.end();
      await server.stop();
      await writeFile(join(base, "recovery.signal"), "");
      restored = await runServer(base, await freePort(), {
        restore_command: `cp ${log}/%f %p`,
        recovery_target_time: time,
        recovery_target_action: "promote",
      });
      await waitUntilReached(restored);
      while ((await restored.query<{ busy: boolean }>("select pg_is_in_recovery() as busy"))[0]?.busy) await delay(100);
      return restored;
    },
    async stop() {
      await restored?.stop();
      await rm(folder, { recursive: true });
    },
  };
}
