import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../test/run.ts";
import { makeExtension } from "./make.ts";

test("what is made can be put under version control: no path of this machine, and no link to Kasse", async () => {
  const parent = await mkdtemp(join(tmpdir(), "kasse-made-"));
  try {
    const folder = join(parent, "order-counter");
    const files = makeExtension(folder, "1.0.0");
    const readme = await readFile(join(folder, "README.md"), "utf8");
    expect(readme).toContain(`EXTENSIONS=${relative(root, folder)} ORDER_COUNTER=on npm start`);
    const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
    expect(texts.filter((text) => text.includes(`"${parent}`) || text.includes(` ${parent}`))).toEqual([]);
    expect(await readFile(join(folder, ".gitignore"), "utf8")).toBe("node_modules/\n");
  } finally {
    await rm(parent, { recursive: true });
  }
});
