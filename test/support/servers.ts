import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Program } from "#server/platform/database/embedded/process.ts";
import { freePort } from "./ports.ts";
import { folderOfPostgres, postgresPrograms, runAsPostgres, startAsPostgres } from "./programs.ts";

/** A PostgreSQL server from Debian's package. The user `kasse` owns the database `kasse`. */
export type PostgresServer = {
  readonly port: number;
  readonly url: string;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]>;
  /** Stops all its processes without closing a connection, like a machine that lost its network. */
  freeze(): void;
  /** Lets the processes of a frozen server continue. */
  thaw(): void;
  promote(): void;
  stop(): Promise<void>;
};

const urlOf = (port: number) => `postgres://kasse:kasse@127.0.0.1:${port}/kasse`;

/** Runs the server of a cluster, with additional settings. It might still be starting. */
export async function runServer(
  cluster: string,
  port: number,
  more: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const bin = postgresPrograms();
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    shared_buffers: "32MB",
    max_connections: "100",
    wal_level: "replica",
    fsync: "off",
    ...more,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const program = startAsPostgres([`${bin}/postgres`, "-D", cluster, ...options]);
  const query = async <Row extends pg.QueryResultRow>(sql: string) => {
    const client = new pg.Client({ connectionString: urlOf(port), connectionTimeoutMillis: 2000, query_timeout: 5000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const signalAll = (signal: "SIGSTOP" | "SIGCONT" | "SIGKILL") => {
    const { pid } = program;
    if (pid === undefined) return;
    // The server first, so that it starts no more children. Each of them leads its own process group.
    const children = () =>
      execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
        .trim()
        .split("\n");
    const all = [pid, ...children().map(Number)];
    for (const each of all)
      try {
        process.kill(each, signal);
      } catch (error) {
        // A worker that has just ended.
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
  };
  return {
    port,
    url: urlOf(port),
    query,
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    promote: () => runAsPostgres([`${bin}/pg_ctl`, "promote", "-D", cluster]),
    async stop() {
      const ended = once(program, "exit");
      signalAll("SIGKILL");
      await ended;
    },
  };
}

export async function waitUntilReached(server: PostgresServer): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const reached = await server.query("select 1").then(
      () => true,
      () => false,
    );
    if (reached) return;
    if (tries > 200) throw new Error("PostgreSQL does not start");
    await delay(50);
  }
}

/** Creates a cluster with the database `kasse`, and starts it. `admin` is a connection of its superuser. */
export async function startPrimary(cluster: string, settings: Readonly<Record<string, string>> = {}) {
  const bin = postgresPrograms();
  runAsPostgres([`${bin}/initdb`, "-D", cluster, "-U", "admin", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
  await writeFile(
    join(cluster, "pg_hba.conf"),
    "host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n",
  );
  const server = await runServer(cluster, await freePort(), settings);
  const connection = { host: "127.0.0.1", port: server.port, user: "admin", database: "postgres" };
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client(connection);
    const up = await client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
    if (up) break;
    if (tries > 200) throw new Error("PostgreSQL does not start");
    await delay(50);
  }
  const admin = new pg.Client(connection);
  admin.on("error", () => undefined);
  await admin.connect();
  await admin.query("create role kasse login password 'kasse'");
  await admin.query("create database kasse owner kasse");
  return { server, admin };
}

/** Copies a running primary into a folder, as a standby that follows it. */
export function copyAsStandby(primary: PostgresServer, cluster: string): void {
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "admin"];
  runAsPostgres([`${postgresPrograms()}/pg_basebackup`, "-D", cluster, "-R", "-c", "fast", "-X", "stream", ...from]);
}

/** Starts a primary, and a standby that confirms each of its commits. */
export async function startPair() {
  const folder = await folderOfPostgres();
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  const { server: primary, admin } = await startPrimary(first);
  copyAsStandby(primary, second);
  const standby = await runServer(second, await freePort());
  await waitUntilReached(standby);
  await admin.query("alter system set synchronous_standby_names = '*'");
  await admin.query("select pg_reload_conf()");
  await admin.end();
  return {
    primary,
    standby,
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Starts HAProxy in front of both, which sends connections to the primary, as indicated by Patroni's interface. Open
 * connections stay: only the client can notice that they no longer answer.
 */
export async function startBalancer(servers: readonly PostgresServer[]) {
  const folder = await folderOfPostgres();
  const port = await freePort();
  const checks = await Promise.all(servers.map(isPrimary));
  const backends = servers.map(
    (server, index) =>
      `  server s${index} 127.0.0.1:${server.port} check port ${checks[index]?.port} inter 300ms fall 2 rise 1`,
  );
  const config = join(folder, "haproxy.cfg");
  await writeFile(
    config,
    [
      "defaults\n  mode tcp\n  timeout connect 2s\n  timeout client 1h\n  timeout server 1h\n  timeout check 1s",
      `listen postgres\n  bind 127.0.0.1:${port}\n  option httpchk GET /primary`,
      ...backends,
      "",
    ].join("\n"),
  );
  const program = startAsPostgres(["/usr/sbin/haproxy", "-f", config]);
  return {
    url: urlOf(port),
    async stop() {
      await end(program);
      for (const check of checks) check.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function isPrimary(server: PostgresServer) {
  const http = createServer((_request, response) => {
    void server.query<{ standby: boolean }>("select pg_is_in_recovery() as standby").then(
      ([row]) => response.writeHead(row?.standby === false ? 200 : 503).end(),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    port: (http.address() as AddressInfo).port,
    stop() {
      http.closeAllConnections();
      http.close();
    },
  };
}

/** Starts PgBouncer in transaction mode in front of a server. */
export async function startPooler(server: Pick<PostgresServer, "port">, settings: readonly string[] = []) {
  const folder = await folderOfPostgres();
  const port = await freePort();
  const config = join(folder, "pgbouncer.ini");
  await writeFile(join(folder, "users.txt"), '"kasse" "kasse"\n');
  await writeFile(
    config,
    [
      `[databases]\nkasse = host=127.0.0.1 port=${server.port} dbname=kasse`,
      `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${folder}/users.txt`,
      "pool_mode = transaction\ndefault_pool_size = 5\nmax_client_conn = 200",
      ...settings,
      "",
    ].join("\n"),
  );
  const program = startAsPostgres(["/usr/sbin/pgbouncer", config]);
  return {
    url: urlOf(port),
    async stop() {
      await end(program);
      await rm(folder, { recursive: true });
    },
  };
}

async function end(program: Program): Promise<void> {
  const ended = once(program, "exit");
  program.kill("SIGKILL");
  await ended;
}
