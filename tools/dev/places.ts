import { createServer } from "node:net";
import type pg from "pg";
import type { EmbeddedConnection } from "#server/platform/database/embedded/index.ts";
import { embeddedRoles } from "#server/platform/database/roles.ts";

/** A free port. Another program may still take it before it is used. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** The settings with which a shop uses the embedded database by two roles, as `npm start` does, so that commands may read what it migrates. */
export async function rolesAsSettings(connection: EmbeddedConnection): Promise<Readonly<Record<string, string>>> {
  const { owner, application } = await embeddedRoles(connection);
  return { DATABASE_URL: urlOf(application), MIGRATION_DATABASE_URL: urlOf(owner) };
}

function urlOf({ host = "", port = 5432, user = "", password = "", database = "" }: pg.PoolConfig): string {
  const socket = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${encodeURIComponent(String(password))}@/${database}?${socket.toString()}`;
}
