import { describe, expect, test } from "vitest";
import { canJudge, overBudget } from "./budget.ts";
import { eventIn } from "./events.ts";
import { failureText, inWords } from "./screen.ts";
import { createTally } from "./tally.ts";

describe("a failure", () => {
  const failure = { title: "http", file: "test/order/races.test.ts", test: "it's racing", message: "1\n2" } as const;

  test("is shown with its message and the command that repeats this test alone", () => {
    expect(failureText(failure).split("\n")).toEqual([
      "✗ test/order/races.test.ts › it's racing",
      "    1",
      "    2",
      String.raw`    again: npm test -- --only http test/order/races.test.ts -t 'it'\''s racing'`,
    ]);
  });

  test("of a file outside of its tests is repeated as a file, that of a check by its name", () => {
    expect(failureText({ ...failure, test: null })).toMatch(/--only http test\/order\/races\.test\.ts$/);
    expect(failureText({ title: "checks", file: "lint", test: null, message: "" })).toMatch(/npm test -- --only lint$/);
  });

  test("has no colours", () => {
    expect(failureText({ ...failure, message: "\u001b[31mred\u001b[39m" })).toContain("    red\n");
  });
});

test("an event is found in a line, also behind other output; other lines are text", () => {
  expect(eventIn('dots…\u0001kasse {"kind":"ready"}')).toEqual({ kind: "ready" });
  expect(eventIn('{"kind":"ready"}')).toBeNull();
});

test("the tally adds up tests and times, of a file that reports in parts too", () => {
  const tally = createTally();
  const part = { file: "e2e/a.spec.ts", passed: 1, failed: 0, skipped: 0, seconds: 2 };
  tally.add("browser", part);
  tally.add("browser", { ...part, passed: 0, failed: 1 });
  tally.add("unit", { ...part, file: "a.test.ts", skipped: 3 });
  tally.end("browser", 10, 5);
  expect(tally.total()).toEqual({ passed: 2, failed: 1, skipped: 3 });
  expect(tally.suites.get("browser")).toMatchObject({ passed: 1, failed: 1, processor: 10, ended: 5 });
  expect(tally.suites.get("browser")?.files.get("e2e/a.spec.ts")).toBe(4);
});

test("a suite that costs more than its budget is named, one within it is not", () => {
  const budgets = { http: 100, unit: 100 };
  expect(
    overBudget(
      new Map([
        ["http", 11],
        ["unit", 9],
      ] as const),
      0.1,
      budgets,
    ),
  ).toEqual(["http cost 110 pieces of work, its budget is 100 (tools/test/budget.ts)"]);
});

test("budgets are judged only if most of the machine's work was the run's own", () => {
  // A run alone, and one beside three others on two processors.
  expect([canJudge(502, 628), canJudge(1208, 3611)]).toEqual([true, false]);
});

test.each([
  [0.2, "1 s"],
  [40, "40 s"],
  [100, "2 min"],
])("%d s are %s", (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});
