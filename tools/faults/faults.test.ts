import { describe, expect, test } from "vitest";
import { ringOf } from "../test/rings.ts";
import { canSeed, GUARDED, hasTest, readFaults, seed, textOf, type Fault } from "./fault.ts";

const faults = readFaults();
const guarding = faults.filter(({ guards }) => guards !== null);

const placeOf = ({ file, code }: Fault) => `${file}: ${code.trim().split("\n")[0]}`;

/** Returns what is wrong with a fault; null if it can be judged. */
function mistakeIn(fault: Fault): string | null {
  const { file, test: named, guards } = fault;
  const source = textOf(".", file);
  if (!canSeed(source, fault)) return "the code has changed, or occurs several times: choose it again";
  if (seed(source, fault) === source) return "it changes nothing";
  if (named === null) return guards === null ? null : "no test detects it, although it guards something";
  if (!hasTest(textOf(".", named.file), named))
    return `${named.file} has no test "${named.name}": find where it is now`;
  if (guards !== null && ringOf(named.file) !== "core") return `${named.file} does not run with every npm test`;
  return null;
}

describe("the list of faults", () => {
  test("has code and tests that exist; those of guarding faults run with every npm test", () => {
    const mistakes = faults.flatMap((fault) => {
      const mistake = mistakeIn(fault);
      return mistake === null ? [] : `${placeOf(fault)}: ${mistake}`;
    });
    expect(mistakes, "in tools/faults/faults.json").toEqual([]);
  });

  test("has at least 200 faults, among them 80 that guard something, of each kind", () => {
    expect(faults.length).toBeGreaterThanOrEqual(200);
    expect(guarding.length).toBeGreaterThanOrEqual(80);
    expect(new Set(guarding.map(({ guards }) => guards))).toEqual(new Set(GUARDED));
  });

  test("has each fault once", () => {
    const each = faults.map((fault) => JSON.stringify([fault.file, fault.code, fault.becomes]));
    expect(new Set(each).size).toBe(each.length);
  });
});
