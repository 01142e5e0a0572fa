import { expect, test } from "vitest";
import { trespassesOf } from "./levels.ts";

const edge = (file: string, target: string) => {
  const childOf = (path: string) => path.split("/").slice(0, 2).join("/");
  return { from: childOf(file), to: childOf(target), file, target };
};
const levels = [["ground.ts", "kit"], ["checkout"], ["steps", "shop"]];
const trespasses = (...edges: readonly ReturnType<typeof edge>[]) => trespassesOf("web", levels, edges);

test("imports lead downwards; a file that is not named stands on top", () => {
  const down = [edge("web/steps/a.ts", "web/kit/a.ts"), edge("web/checkout/a.ts", "web/ground.ts")];
  const root = [edge("web/entry.ts", "web/steps/a.ts"), edge("web/entry.ts", "web/other.ts")];
  expect(trespasses(...down, ...root)).toEqual([]);
});

test("nothing imports from above or from beside it", () => {
  expect(
    trespasses(
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

test("a new folder has to be given a level", () => {
  expect(trespasses(edge("web/new/a.ts", "web/kit/a.ts"))).toEqual(["web/new stands on no level"]);
});
