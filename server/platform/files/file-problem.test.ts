import { mkdtempSync, openSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileProblem } from "./file-problem.ts";

const folder = mkdtempSync(join(tmpdir(), "kasse-files-"));
writeFileSync(join(folder, "file"), "");

function problemOf(path: string, flags: "r" | "wx"): string {
  try {
    openSync(path, flags);
    return "none";
  } catch (error) {
    return fileProblem(path, error as NodeJS.ErrnoException, flags === "r").slice(path.length + 1);
  }
}

test.each([
  ["nowhere", "r", "does not exist"],
  ["no/where", "wx", "is in no folder that exists"],
  ["file/inside", "wx", "does not exist: a part of its path is a file"],
  ["x".repeat(300), "wx", "has a name that is too long"],
] as const)("%s, opened with %s: %s", (name, flags, sentence) => {
  expect(problemOf(join(folder, name), flags)).toBe(sentence);
});

test("an unknown reason is given by its code", () => {
  expect(fileProblem("/dev/x", { name: "", message: "", code: "EIO" })).toBe("/dev/x cannot be used (EIO)");
});
