import { expect, test } from "vitest";
import { unbroken } from "./unbroken.ts";

test.each([
  ["24 Raten zu CHF 22.50, zusammen", "24_Raten zu CHF_22.50, zusammen"],
  ["Dienstag, 24. November", "Dienstag, 24._November"],
  ["vers le 1er décembre", "vers le 1er_décembre"],
  ["vom Handy +41 79 555 01 43, bis", "vom Handy +41_79_555_01_43, bis"],
  ["Bahnhofstrasse 1, 8001 Zürich", "Bahnhofstrasse 1, 8001 Zürich"],
])("%j keeps amounts and dates together", (text, kept) => {
  expect(unbroken(text).replaceAll("\u00a0", "_")).toBe(kept);
});
