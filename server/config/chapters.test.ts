import { expect, test } from "vitest";
import { CHAPTERS } from "./settings.ts";
import { rowsOf } from "./walk.ts";

test("no setting is in two chapters", () => {
  const names = CHAPTERS.flatMap(({ settings }) => rowsOf(settings).map(({ entry }) => entry.name));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
