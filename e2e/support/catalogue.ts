import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Server } from "./server.ts";

/**
 * Loads the demo catalogue with one file changed, with the operator's command, while the shop runs. Throws if `was` is
 * not in the file.
 */
export async function sell(server: Server, file: string, was: string | RegExp, now: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kasse-e2e-catalogue-"));
  try {
    await cp("demo/catalogue", folder, { recursive: true });
    const path = join(folder, file);
    const text = await readFile(path, "utf8");
    const changed = text.replace(was, now);
    if (changed === text && was !== now) throw new Error(`${file} does not contain ${String(was)}`);
    await writeFile(path, changed);
    await load(server, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Loads the unchanged demo catalogue again. */
export const sellAsBefore = (server: Server): Promise<void> => load(server, "demo/catalogue");

function load(server: Server, folder: string): Promise<void> {
  const args = ["server/operator/cli/main.ts", "catalogue", "load", folder, "--yes"];
  const child = spawn(process.execPath, args, { env: { ...process.env, DATA_DIR: server.dataDir }, stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`catalogue load: ${output}`))));
  });
}
