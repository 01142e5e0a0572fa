import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Returns one folder for a whole run: every project's setup runs in one process, each with a separate copy of this
 * module.
 */
export async function recordsFolder(): Promise<string> {
  const folder = join(tmpdir(), `kasse-records-${process.pid}`);
  await mkdir(folder, { recursive: true });
  return folder;
}
