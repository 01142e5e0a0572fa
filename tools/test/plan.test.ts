import { describe, expect, test } from "vitest";
import { kindOf, REPEATED } from "./kinds.ts";
import { planOf, type Wishes } from "./plan.ts";
import { ringOf, runsIn } from "./rings.ts";
import { programsFor } from "./suites.ts";

const NONE: Wishes = {
  full: false,
  all: false,
  fifth: undefined,
  changed: false,
  only: undefined,
  paths: [],
};
const plan = (wishes: Partial<Wishes> = {}) => planOf({ ...NONE, ...wishes });
const filesOf = ({ files }: ReturnType<typeof plan>) =>
  [files.unit, files.http, files.component, files.browsers, files.browser].flat();

describe("what npm test runs", () => {
  test("is the core ring and one fifth of the rest, and it says which", () => {
    const chosen = plan({ fifth: "3" });
    expect(filesOf(chosen).every((path) => runsIn(path, 3))).toBe(true);
    expect(filesOf(chosen)).toContain("test/payment/settle.test.ts");
    expect(filesOf(chosen).some((path) => ringOf(path) === "rest")).toBe(true);
    expect(chosen.names).toEqual(expect.arrayContaining(["types", "lint", "secrets", "unused", "size", "compat"]));
    expect(chosen.sentences.join(" ")).toContain("fifth 3 of the rest");
    expect(chosen.ring).toBe(true);
  });

  test("is chosen by the commit if nothing is asked for", () => {
    expect(plan().sentences.join(" ")).toMatch(/chosen by the commit [0-9a-f]{8}|because this folder is no clone/);
    expect(filesOf(plan())).toEqual(filesOf(plan()));
  });

  test("the five fifths together are everything but the long tests, as with --all", () => {
    const all = new Set(["0", "1", "2", "3", "4"].flatMap((fifth) => filesOf(plan({ fifth }))));
    expect([...all].toSorted()).toEqual(filesOf(plan({ all: true })).toSorted());
    expect(plan({ all: true }).allHttp).toBe(true);
    const repeated = new Set(["0", "1", "2", "3", "4"].flatMap((fifth) => plan({ fifth }).files.repeated));
    expect([...repeated].toSorted()).toEqual(REPEATED.toSorted());
  });

  test("with --full the long tests run too", () => {
    const files = filesOf(plan({ full: true }));
    expect(files.some((path) => ringOf(path) === "long")).toBe(true);
    expect(files.length).toBeGreaterThan(filesOf(plan({ all: true })).length);
  });

  test("with a path only its tests run, of whatever ring, and no checks", () => {
    const chosen = plan({ paths: ["e2e/dialogs"] });
    expect(filesOf(chosen)).toEqual(["e2e/dialogs.spec.ts"]);
    expect(chosen.names).not.toContain("types");
    expect(chosen.ring).toBe(false);
  });

  test("with --only just that suite runs, with --fifth those of its files that such a run has", () => {
    const some = plan({ only: "component", fifth: "1" });
    expect(filesOf(some).every((path) => kindOf(path) === "component" && runsIn(path, 1))).toBe(true);
    expect(some.ring).toBe(false);
    expect(new Set(filesOf(plan({ only: "component" })).map(kindOf))).toEqual(new Set(["component"]));
    expect(filesOf(plan({ only: "types" }))).toEqual([]);
  });
});

describe("a wrong wish is explained", () => {
  test.each<[string, Partial<Wishes>, string]>([
    ["an unknown suite", { only: "htpp" }, 'There is no suite "htpp"'],
    ["a fifth that is none", { fifth: "5" }, '--fifth is a number from 0 to 4, not "5"'],
    ["an empty fifth", { fifth: "" }, "--fifth is a number"],
    ["a path of no test", { paths: ["no/such/test"] }, "No test file has no/such/test in its path"],
    ["an unknown commit", { changed: true, paths: ["no-such-commit"] }, 'There is no commit "no-such-commit"'],
    ["two choices", { changed: true, all: true }, "--changed chooses the tests"],
    ["a fifth of a change", { changed: true, fifth: "1" }, "--changed chooses the tests"],
  ])("%s", (_, wishes, sentence) => {
    expect(() => plan(wishes)).toThrow(sentence);
  });
});

describe("the programs of a run", () => {
  const programs = (wishes: Partial<Wishes>, named?: string) =>
    programsFor({ ...plan(wishes), named, workers: 2 }).map(({ title, args }) => `${title}: ${args.join(" ")}`);

  test("get exactly the chosen files", () => {
    const [http] = programs({ paths: ["test/order/races"] });
    expect(http).toContain("--project http");
    expect(http).toMatch(/ test\/order\/races\.test\.ts$/);
  });

  test("get a test's name as it is, not as a pattern", () => {
    expect(programs({ paths: ["test/order/races"] }, "a (b) [c]")[0]).toContain(String.raw`a \(b\) \[c\]`);
  });

  test("check what all HTTP tests exchanged only if all of them run", () => {
    expect(programs({ all: true }).join("\n")).toContain("--project specification");
    expect(programs({ fifth: "0" }).join("\n")).not.toContain("--project specification");
  });
});
