import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kasse } from "./command.ts";
import type { Server } from "./server.ts";

/**
 * Loads the demo catalogue with one file changed into the running shop, with the operator's command. Throws if the file
 * does not contain `was`.
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

async function load(server: Server, folder: string): Promise<void> {
  await kasse(server, "catalogue", "load", folder, "--activate", "--yes");
}
