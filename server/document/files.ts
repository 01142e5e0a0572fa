import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DocumentStore } from "./document-store.ts";

/** Documents as files below the data folder. A file appears whole or not at all, and survives a power cut. */
export function documentFiles(folder: string): DocumentStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const part = `${path}.part`;
      const file = await open(part, "w", 0o600);
      try {
        await file.writeFile(content);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(part, path);
    },
    get: (key) =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      }),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
