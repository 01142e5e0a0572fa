import { randomBytes } from "node:crypto";
import { link, mkdir, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a file unless it exists. The content is complete and on disk before the file gets its name, so no process
 * reads a partial file. If several processes call this at once, one of them wins.
 */
export async function writeOnce(path: string, content: string | Buffer): Promise<void> {
  const fresh = `${path}.${randomBytes(4).toString("hex")}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(fresh, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await unlink(fresh);
}
