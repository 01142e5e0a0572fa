import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { testFiles } from "./kinds.ts";
import { FIFTHS, fifthAt, fifthOf, ringOf, runsIn } from "./rings.ts";

const files = testFiles();
const fifths = Array.from({ length: FIFTHS }, (_, fifth) => fifth);

describe("the rings of the tests", () => {
  test("every test file has a ring", () => {
    expect(files.length).toBeGreaterThan(300);
    for (const path of files) expect(["core", "rest", "long"], path).toContain(ringOf(path));
  });

  test("a test in a folder without a ring is refused", () => {
    expect(() => ringOf("test/elsewhere/new.test.ts")).toThrow("the folder elsewhere has no ring");
  });

  test("each test of the rest runs in exactly one fifth, each test of the core in all of them", () => {
    for (const path of files) {
      const runs = fifths.filter((fifth) => runsIn(path, fifth)).length;
      expect(runs, path).toBe({ core: FIFTHS, rest: 1, long: 0 }[ringOf(path)]);
    }
  });

  test("the fifths have similar sizes", () => {
    const rest = files.filter((path) => ringOf(path) === "rest");
    for (const fifth of fifths) {
      const size = rest.filter((path) => fifthOf(path) === fifth).length;
      expect(size, `fifth ${fifth}`).toBeGreaterThan(rest.length / FIFTHS / 2);
    }
  });

  test("the same commit always runs the same fifth, and all fifths are run", () => {
    const commits = Array.from({ length: 100 }, (_, number) => `commit ${number}`);
    expect(new Set(commits.map(fifthAt))).toEqual(new Set(fifths));
    expect(fifthAt("804f0380")).toBe(fifthAt("804f0380"));
  });

  test("of an extension, what guards something always runs", () => {
    expect(ringOf("extensions/example/test/limits.core.test.ts")).toBe("core");
    expect(ringOf("extensions/example/test/calls.test.ts")).toBe("rest");
  });

  test.each([
    ["a rule", "test/core/pricing.test.ts", "core"],
    ["money", "test/payment/settle.test.ts", "core"],
    ["an order", "test/order/races.test.ts", "core"],
    ["a sale in the browser", "e2e/postpaid.sale.spec.ts", "core"],
    ["a screen", "e2e/dialogs.spec.ts", "rest"],
    ["a machine that fails", "test/cluster/failover.test.ts", "long"],
  ])("%s has its ring", (_, path, ring) => {
    expect(existsSync(path), path).toBe(true);
    expect(ringOf(path)).toBe(ring);
  });
});
