import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentNumberKey } from "#server/platform/encryption/number-key.ts";

test("the key of document numbers is created once, and a damaged one is rejected", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kasse-number-key-"));
  const key = await documentNumberKey(null, dataDir);
  expect(key).toHaveLength(32);
  expect(await documentNumberKey(null, dataDir)).toEqual(key);
  const own = randomBytes(32);
  expect(await documentNumberKey(own, dataDir)).toBe(own);
  await writeFile(join(dataDir, "keys", "document-numbers"), "short");
  await expect(documentNumberKey(null, dataDir)).rejects.toThrow("damaged");
  await rm(dataDir, { recursive: true });
});
