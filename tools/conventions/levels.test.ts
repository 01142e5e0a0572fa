import { expect, test } from "vitest";
import { violationsOf } from "./levels.ts";

const edge = (file: string, target: string) => {
  const childOf = (path: string) => path.split("/").slice(0, 2).join("/");
  return { from: childOf(file), to: childOf(target), file, target };
};
const levels = [["ground.ts", "kit"], ["checkout"], ["steps", "shop"]];
const violations = (...edges: readonly ReturnType<typeof edge>[]) => violationsOf("web", levels, edges);

test("imports lead downwards; a file that is not listed is on top", () => {
  const down = [edge("web/steps/a.ts", "web/kit/a.ts"), edge("web/checkout/a.ts", "web/ground.ts")];
  const root = [edge("web/entry.ts", "web/steps/a.ts"), edge("web/entry.ts", "web/other.ts")];
  expect(violations(...down, ...root)).toEqual([]);
});

test("imports from a higher or the same level are violations", () => {
  expect(
    violations(
      edge("web/kit/a.ts", "web/checkout/b.ts"),
      edge("web/steps/a.ts", "web/shop/b.ts"),
      edge("web/checkout/a.ts", "web/entry.ts"),
    ),
  ).toEqual([
    "web/kit/a.ts imports web/checkout/b.ts",
    "web/steps/a.ts imports web/shop/b.ts",
    "web/checkout/a.ts imports web/entry.ts",
  ]);
});

test("a new folder needs a level", () => {
  expect(violations(edge("web/new/a.ts", "web/kit/a.ts"))).toEqual(["web/new has no level"]);
});
