import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DocumentKey } from "./encryption.ts";

/** Keys from the settings, else one of its own in the data folder, made once. The first key encrypts. */
export async function documentKeys(
  fromSettings: readonly DocumentKey[] | null,
  dataDir: string,
): Promise<readonly DocumentKey[]> {
  if (fromSettings) return fromSettings;
  const file = join(dataDir, "keys", "documents");
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    },
  );
  return [{ id: "local", key: Buffer.from((await readFile(file, "utf8")).trim(), "hex") }];
}
