import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = "docs/specification";
const given = readFileSync(`${FOLDER}/specification.md`, "utf8");

/** Hash of the original specification. Differing requirements belong in differences.md or decisions.md. */
const AS_GIVEN = "0d0b14d872420b28eb9544afe5313bf3076f5459d5575a40c6e70ef09a3c839b";

/** The rows of differences.md: the text of a section, and the test of Kasse's different behaviour. */
const rows = readFileSync(`${FOLDER}/differences.md`, "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const [, section = "", text = "", kasse = "", reason = "", shown = ""] = cells;
    return { section, text, kasse, reason, shown };
  });

test("the specification is the original text", () => {
  expect(createHash("sha256").update(given).digest("hex")).toBe(AS_GIVEN);
});

test("every difference quotes its section, and has a reason and a test", () => {
  expect(rows.length).toBeGreaterThan(20);
  const mistakes = rows.flatMap(({ section, text, kasse, reason, shown }) => {
    const [, path = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(shown) ?? [];
    const part = given.split(/^## /m).find((each) => each.startsWith(`${section}. `)) ?? "";
    return [
      ...(part.includes(text) ? [] : [`section ${section} does not contain "${text}"`]),
      ...(kasse !== "" && reason !== "" ? [] : [`"${text}" has no reason`]),
      ...(existsSync(path) && readFileSync(path, "utf8").includes(title) ? [] : [`"${text}" has no test: ${shown}`]),
    ];
  });
  expect(mistakes).toEqual([]);
});
