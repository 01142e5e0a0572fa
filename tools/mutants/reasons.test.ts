import { expect, test } from "vitest";
import type { Mutant } from "./mutant.ts";
import { entryOf, outdated, readReasons, unexplained } from "./reasons.ts";

const mutant = (change: Partial<Mutant> = {}): Mutant => ({
  file: "core/vat.ts",
  line: 9,
  code: "each.from <= day",
  becomes: "each.from < day",
  status: "Survived",
  ...change,
});

const page = (...entries: readonly string[]) => readReasons(["# Page", "### core/vat.ts", ...entries].join("\n"));

test("a survivor needs a reason for its file, code and change", () => {
  const reasons = page("- `each.from <= day` → `each.from < day`: no rate begins that day");
  expect(unexplained([mutant()], reasons)).toEqual([]);
  const others = [mutant({ becomes: "true" }), mutant({ file: "core/money.ts" }), mutant({ code: "day" })];
  expect(unexplained(others, reasons)).toEqual(others);
});

test("a reason without a change holds for every change of the code", () => {
  const reasons = page("- `each.from <= day`: no rate begins that day");
  expect(unexplained([mutant(), mutant({ becomes: "true" })], reasons)).toEqual([]);
});

test("only survivors need a reason, including those that no test reaches", () => {
  const all = ["Killed", "Timeout", "RuntimeError", "Survived", "NoCoverage"].map((status) => mutant({ status }));
  expect(unexplained(all, []).map(({ status }) => status)).toEqual(["Survived", "NoCoverage"]);
});

test.each([
  ["a string", '"a"', '""'],
  ["a template", "`No rate for ${day}`", "``"],
  ["code on several lines", "{\n  return [\n    1,\n  ];\n}", "{}"],
  ["long code", "x + ".repeat(60), "x - ".repeat(60)],
  ["a change at the end of long code", `${"x + ".repeat(60)}1`, `${"x + ".repeat(60)}2`],
])("the printed entry of %s, with a reason added, explains the survivor", (_name, code, becomes) => {
  const survivor = mutant({ code, becomes });
  expect(unexplained([survivor], page(`${entryOf(survivor)}because`))).toEqual([]);
});

test("two changes deep inside long code need two reasons", () => {
  const code = "a".repeat(200);
  const [one, other] = ["b", "c"].map((change) =>
    mutant({ code, becomes: `${code.slice(0, 150)}${change}${code.slice(151)}` }),
  );
  if (!one || !other) throw new Error("There are two");
  expect(unexplained([one, other], page(`${entryOf(one)}because`))).toEqual([other]);
});

test("an entry that has no reason yet explains nothing", () => {
  expect(page(entryOf(mutant()))).toEqual([]);
});

test("a reason is outdated when no survivor of a tested file needs it", () => {
  const reasons = page("- `each.from <= day`: no rate begins that day");
  expect(outdated([mutant({ status: "Killed" })], reasons)).toEqual(reasons);
  expect(outdated([mutant()], reasons)).toEqual([]);
  expect(outdated([mutant({ file: "core/money.ts" })], reasons)).toEqual([]);
});
