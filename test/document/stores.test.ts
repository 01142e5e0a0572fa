import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentFiles } from "#server/integrations/documents/files.ts";
import { isOutage } from "#server/platform/database/outage.ts";
import { describeStore } from "../support/document-stores.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-stores-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a document that does not fit on the disk is not stored anywhere, and the call can be repeated", async () => {
  const key = randomUUID();
  await mkdir(join(folder, key.slice(0, 2)), { recursive: true });
  await symlink("/dev/full", join(folder, key.slice(0, 2), `${key}.part`));
  await expect(documentFiles(folder).put(key, Buffer.alloc(10))).rejects.toSatisfy(isOutage);
  expect(await documentFiles(folder).get(key)).toBeNull();
});

describeStore("files", () => documentFiles(folder));
