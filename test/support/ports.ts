import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that the system assigns to connections and servers, so that a port is not taken by chance before it
 * is used.
 */
const [FIRST, LAST] = [12_000, 32_000];

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
