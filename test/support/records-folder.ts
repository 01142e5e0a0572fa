import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One folder for a whole run: every project's setup happens in one process, each with its own copy of this module. */
export async function recordsFolder(): Promise<string> {
  const folder = join(tmpdir(), `kasse-records-${process.pid}`);
  await mkdir(folder, { recursive: true });
  return folder;
}
