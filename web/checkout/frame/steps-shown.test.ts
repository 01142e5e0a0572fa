import { expect, test } from "vitest";
import { stepsOf } from "#core/steps/steps.ts";
import { stepsShown } from "./steps-shown.ts";

test("a page that the flow does not count is between its neighbours, without a number", () => {
  const shown = stepsShown("2", stepsOf({ prepaidFlow: false }));
  expect(shown.map(({ page, number, state }) => [page, number, state])).toEqual([
    ["1", 1, "done"],
    ["2", null, "now"],
    ["3", 2, "next"],
    ["4", 3, "next"],
    ["4a", 4, "next"],
    ["5", 5, "next"],
  ]);
});
