import { createServer } from "node:net";
import type { EmbeddedConnection } from "#server/platform/database/embedded/index.ts";

/** A port of this machine that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** The embedded database as `DATABASE_URL` names it. */
export function databaseUrlOf({ host, port, user, password, database }: EmbeddedConnection): string {
  const socket = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${encodeURIComponent(password)}@/${database}?${socket.toString()}`;
}
