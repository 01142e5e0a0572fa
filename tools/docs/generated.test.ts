import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { GENERATED } from "./generated.ts";

test.each(GENERATED.map((file) => [file.path, file] as const))(
  "%s is up to date with the code: run `npm run docs` after a change",
  async (path, { text }) => {
    const page = await readFile(path, "utf8");
    expect(page).toBe(text(page));
  },
);
