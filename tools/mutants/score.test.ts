import { expect, test } from "vitest";
import { type Mutant, scoresBy, scoreTable } from "./mutant.ts";

const mutants = (file: string, ...statuses: readonly string[]): Mutant[] =>
  statuses.map((status) => ({ file, line: 1, code: "a", becomes: "b", status }));

const all = [
  ...mutants("server/sale/ledger/ledger.ts", "Killed", "Killed", "Timeout", "Survived"),
  ...mutants("core/vat.ts", "Killed", "NoCoverage", "RuntimeError"),
  ...mutants("core/money.ts", "Killed", "Killed"),
];

test("a folder's score is the share of killed mutants among all that ran", () => {
  expect(scoresBy("folder", all)).toEqual([
    { name: "core", killed: 3, survived: 1, percent: 75 },
    { name: "server/sale/ledger", killed: 3, survived: 1, percent: 75 },
  ]);
});

test("files have separate scores, and a file without mutants scores 100 percent", () => {
  const scores = scoresBy("file", [...all, ...mutants("core/picture.ts", "Ignored")]);
  expect(scores.map(({ name, percent }) => [name, percent])).toEqual([
    ["core/money.ts", 100],
    ["core/picture.ts", 100],
    ["core/vat.ts", 50],
    ["server/sale/ledger/ledger.ts", 75],
  ]);
});

test("the table is Markdown", () => {
  expect(scoreTable("folder", [{ name: "core", killed: 2, survived: 1, percent: 200 / 3 }])).toBe(
    ["| folder | mutants | survived | killed |", "|---|---:|---:|---:|", "| `core` | 3 | 1 | 66.7 % |"].join("\n"),
  );
});
