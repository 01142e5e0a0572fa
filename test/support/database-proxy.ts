import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/**
 * Starts a proxy in front of PostgreSQL that can fall silent like a vanished machine: it swallows everything sent,
 * returns nothing, and closes no connection. Connections made after `speak` work. `silenceAfter` falls silent once it
 * has forwarded a message with these words. While `breaking`, every connection breaks at its next statement.
 */
export async function startDatabaseProxy({ host, port }: { readonly host: string; readonly port: number }) {
  const sockets = new Set<Socket>();
  let silent = false;
  let breaking = false;
  let words: string | null = null;
  let lost = 0;
  /** Number of silences: connections from before the last one stay dead. */
  let silences = 0;
  const fallSilent = () => {
    silent = true;
    silences += 1;
  };
  const server = createServer((client) => {
    const target = host.startsWith("/") ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    const before = silences;
    const isDead = () => silent || before < silences;
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => {
        const isLast = words !== null && from === client && bytes.includes(words);
        if (breaking && from === client) return void client.resetAndDestroy();
        if (!isDead()) to.write(bytes);
        else if (from === client) lost += 1;
        if (isLast) fallSilent();
      });
      from.on("error", () => undefined);
      from.on("close", () => isDead() || to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = { host: "127.0.0.1", port: (server.address() as AddressInfo).port };
  return {
    address,
    silence: fallSilent,
    silenceAfter: (text: string) => void (words = text),
    speak: () => void (silent = false),
    /** Returns how often a client has sent something that was swallowed. */
    lost: () => lost,
    breakConnections: (on: boolean) => void (breaking = on),
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
