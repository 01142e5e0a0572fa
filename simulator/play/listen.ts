import type { AddressInfo, Server } from "node:net";

/** Has a server listen on loopback; 0: on any free port. Rejects with the error of `listen` if the port is taken. */
export async function listen(server: Server & { closeAllConnections?(): void }, wanted: number) {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections?.();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
