import { once } from "node:events";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import type { EmbeddedConnection } from "#server/platform/database/embedded/index.ts";
import { run, start } from "#server/platform/database/embedded/process.ts";
import { boundToThisProcess, fileOwner } from "#server/platform/database/embedded/identity.ts";
import { pickIdentity } from "#server/platform/database/embedded/set-up.ts";
import { freePort } from "./ports.ts";

export type OwnPostgres = { readonly connection: EmbeddedConnection; stop(): Promise<void> };

const ADMINISTRATOR = { user: "postgres", password: "administrator" };
/** As at an operator: no superuser, and a password that must be encoded in a URL. */
const OWNER = { user: "kasse_owner", password: "g/eh:ei@m 1%" };

/**
 * Starts a plain PostgreSQL server like an operator's: reached over TCP with a password, with a language, a time zone
 * and users. Of the embedded database's settings it has only those that make disposable data faster.
 */
export async function startOwnPostgres(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<OwnPostgres> {
  const cluster = join(folder, "cluster");
  const passwordFile = join(folder, "password");
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, ADMINISTRATOR.password, { mode: 0o600 });
  const { identity, binaries } = await pickIdentity(folder, cluster);
  const owner = fileOwner(identity);
  if (owner) for (const path of [folder, cluster, passwordFile]) await chown(path, owner.uid, owner.gid);
  const bound = await boundToThisProcess(identity);

  const initdb = await run(bound, [
    binaries.initdb,
    `--pgdata=${cluster}`,
    `--pwfile=${passwordFile}`,
    `--username=${ADMINISTRATOR.user}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=icu",
    "--icu-locale=de-CH",
  ]);
  if (initdb.code !== 0) throw new Error(`initdb failed: ${initdb.output}`);

  const port = await freePort();
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    timezone: "Asia/Kathmandu",
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = start(bound, [binaries.postgres, "-D", cluster, ...options]);
  server.stdout.resume();
  const words = text(server.stderr);
  const administration = { host: "127.0.0.1", port, ...ADMINISTRATOR, database: "postgres" };
  for (let tries = 0; !(await asAdministrator(administration)); tries++) {
    if (server.exitCode !== null || tries > 200) {
      server.kill("SIGQUIT");
      throw new Error(`PostgreSQL does not start: ${await words}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    connection: { host: "127.0.0.1", port, ...OWNER, database: "postgres" },
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
    },
  };
}

/** Creates the owner of the shop's databases, once the server accepts connections; returns false before. */
async function asAdministrator(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  const reached = await client.connect().then(
    () => true,
    () => false,
  );
  if (!reached) return false;
  const password = client.escapeLiteral(OWNER.password);
  await client.query(`CREATE ROLE ${OWNER.user} LOGIN CREATEDB PASSWORD ${password}`);
  await client.end();
  return true;
}
