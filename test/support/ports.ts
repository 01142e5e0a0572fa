import { randomInt } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Below the ports that the system assigns to connections and servers, so that a port is not taken by chance before it
 * is used.
 */
const [FIRST, LAST] = [12_000, 32_000];

/** A file for each reserved port, with the id of the process, for all runs of tests on this machine. */
const FOLDER = join(tmpdir(), "kasse-ports");
const reserved: string[] = [];
process.on("exit", () => {
  for (const file of reserved) rmSync(file, { force: true });
});

/** Returns a free port, which no other test process gets until this process ends. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (reserve(port) && (await isFree(port))) return port;
  }
}

/** Reserves a port unless a living process has. */
function reserve(port: number): boolean {
  const file = join(FOLDER, String(port));
  mkdirSync(FOLDER, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch {
    if (!isLeft(file)) return false;
    rmSync(file, { force: true });
    return reserve(port);
  }
  reserved.push(file);
  return true;
}

/** Returns whether a reservation is of a process that has ended without removing it. */
function isLeft(file: string): boolean {
  try {
    const id = Number(readFileSync(file, "utf8"));
    // Between its creation and its content, the file of a living process is empty.
    if (id === 0) return false;
    process.kill(id, 0);
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ESRCH" || code === "ENOENT";
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
