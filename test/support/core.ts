import { once } from "node:events";
import { createConnection } from "node:net";

/** The environment variable with the socket of the scheduler (`tools/test/cores.ts`). */
export const CORES_VARIABLE = "KASSE_TEST_CORES";

/** A test file that wants a core. `suite`: the name of its suite; `file`: its path from the root. */
export type CoreRequest = { readonly suite: string; readonly file: string };

/**
 * Waits until the run has a core for this file. Returns a function that gives it back. Without a run, as when one suite
 * is started by hand, it does not wait.
 */
export async function takeCore(request: CoreRequest): Promise<() => void> {
  const path = process.env[CORES_VARIABLE];
  if (path === undefined) return () => {};
  const socket = createConnection(path);
  socket.on("error", () => socket.destroy());
  socket.write(`${JSON.stringify(request)}\n`);
  // If the scheduler has gone, the run is ending, and nobody waits for this file.
  await Promise.race([once(socket, "data"), once(socket, "close")]);
  return () => socket.destroy();
}
