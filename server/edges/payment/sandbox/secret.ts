import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeOnce } from "#server/platform/files/write-once.ts";

/** The secret shared by shop and sandbox provider. It is stored, so that webhooks signed before a restart stay valid. */
export async function sandboxSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "keys", "sandbox-payment");
  await writeOnce(file, randomBytes(24).toString("hex"));
  return (await readFile(file, "utf8")).trim();
}
