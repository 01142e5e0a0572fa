import { createServer } from "node:net";
import type { EmbeddedConnection } from "#server/platform/database/embedded/index.ts";

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

/** The `DATABASE_URL` of the embedded database. */
export function databaseUrlOf({ host, port, user, password, database }: EmbeddedConnection): string {
  const socket = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${encodeURIComponent(password)}@/${database}?${socket.toString()}`;
}
