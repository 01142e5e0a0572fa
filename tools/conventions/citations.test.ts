import { describe, expect, test } from "vitest";
import { citationsIn, exists } from "./citations.ts";
import { sourcesIn } from "./sources.ts";

const found = sourcesIn(
  "core",
  "contract",
  "server",
  "extensions",
  "web",
  "locales",
  "simulator",
  "test",
  "e2e",
  "bench",
).map((source) => ({
  path: source.path,
  ...citationsIn(source),
}));

describe("the requirements are in docs/specification", () => {
  test("every section cited in a comment exists", () => {
    const missing = found.flatMap(({ path, read }) =>
      read.filter((each) => !exists(each)).map((each) => ({ path, ...each })),
    );
    expect(missing).toEqual([]);
  });

  test("every citation can be parsed", () => {
    expect(found.flatMap(({ path, unreadable }) => unreadable.map((cited) => `${path}: (${cited})`))).toEqual([]);
    expect(found.flatMap(({ read }) => read).length).toBeGreaterThan(100);
  });

  test.each([
    ["/** Rules (specification 4 and 8). */", ["specification 4", "specification 8"]],
    ["/** As it stands\n * (specification 3, wire POST /checkout). */", ["specification 3", "wire, POST /checkout"]],
    ['// (decisions 4, "Locking")', ["decisions 4, Locking"]],
    [
      "/* (wire, Common; demo data, Process and Sandbox surfaces) */",
      ["wire, Common", "demo data, Process", "demo data, Sandbox surfaces"],
    ],
    ["/** As specification 9 writes it. */", ["specification 9"]],
    ['const text = "(specification 99)";', []],
  ])("%s cites %j", (text, cited) => {
    const { read } = citationsIn({ text });
    expect(
      read.map(({ page, number, words }) => page + (number ? ` ${number}` : "") + (words ? `, ${words}` : "")),
    ).toEqual(cited);
    expect(read.every(exists)).toBe(true);
  });

  test.each([
    "specification 12",
    "decisions 4, unknown words",
    "wire, No such heading",
    "demo data, Prices of tomorrow",
  ])("(%s) does not exist", (cited) => {
    const { read } = citationsIn({ text: `// (${cited})` });
    expect(read.map(exists)).toEqual([false]);
  });
});
