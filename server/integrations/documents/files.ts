import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DocumentStore } from "#server/sale/document/keep.ts";

/**
 * Stores documents as files in the data folder. A file is written completely or not at all, and survives a power cut.
 */
export function documentFiles(folder: string): DocumentStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);
  return {
    async put(key, content) {
      const path = pathOf(key);
      const part = `${path}.part`;
      const file = await open(part, "w", 0o600).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        return open(part, "w", 0o600);
      });
      try {
        await file.writeFile(content);
        await file.datasync();
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      } finally {
        await file.close();
      }
    },
    get: (key) => readFile(pathOf(key)).catch(nullIfMissing),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      for (const part of (await readdir(folder).catch(nullIfMissing)) ?? []) {
        for (const key of await readdir(join(folder, part))) {
          const found = await stat(pathOf(key)).catch(nullIfMissing);
          if (found) yield { key, changedAt: found.mtime };
        }
      }
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
