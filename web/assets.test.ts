import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importsOf } from "../tools/conventions/sources.ts";
import { ENTRY, STEP_MODULES } from "./assets.ts";

test("the browser imports every module that the head of a page preloads", () => {
  const imported = ["web/step-table.ts", "web/BrowserRoutes.tsx"].flatMap((path) =>
    importsOf({ path, text: readFileSync(join(import.meta.dirname, "..", path), "utf8") }).map(({ target }) => target),
  );
  expect(Object.values(STEP_MODULES).filter((module) => module !== ENTRY && !imported.includes(module))).toEqual([]);
});
