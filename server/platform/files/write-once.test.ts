import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeOnce } from "./write-once.ts";

test("concurrent writers end up with the same complete file, and none reads a partial one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kasse-once-"));
  const path = join(folder, "keys", "secret");
  const contents = Array.from({ length: 40 }, (_, index) => `${index}:`.padEnd(50_000, "x"));
  const read = await Promise.all(
    contents.map(async (content) => {
      await writeOnce(path, content);
      return readFile(path, "utf8");
    }),
  );
  expect(new Set(read).size).toBe(1);
  expect(contents).toContain(read[0]);
  expect(await readdir(join(folder, "keys"))).toEqual(["secret"]);
  await rm(folder, { recursive: true });
});
