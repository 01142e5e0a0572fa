import { randomBytes } from "node:crypto";
import { link, mkdir, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a file that is not there yet, whole and on disk before it has its name. Of several processes that start at once one
 * names its file, and none ever reads half of it; one that is there stays as it is.
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
