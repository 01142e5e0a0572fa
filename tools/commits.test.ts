import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";

/** Commits of before the rule are not looked at. */
const LOOKED_AT = 20;
const LONGEST = 72;

/** What is wrong with the first line of a commit; null if nothing is. */
function subjectMistake(subject: string): string | null {
  if (subject.length > LONGEST) return `has ${subject.length} characters, more than ${LONGEST}`;
  if (!/^[a-z0-9][\w./-]*(, [a-z0-9][\w./-]*)*: \S/.test(subject)) return "does not begin with a folder: `order: …`";
  return /[.]$/.test(subject) ? "ends with a full stop" : null;
}

// The archive of a release has no history.
test.skipIf(!existsSync(".git"))("the latest commits say in 72 characters what changes, behind their folder", () => {
  const options = ["log", "--no-merges", `--max-count=${LOOKED_AT}`, "--format=%s"];
  const subjects = execFileSync("git", options, { encoding: "utf8" }).trim().split("\n");
  const mistakes = subjects.flatMap((subject) => {
    const mistake = subjectMistake(subject);
    return mistake === null ? [] : [`"${subject}" ${mistake}`];
  });
  expect(mistakes).toEqual([]);
});

test.each([
  ["order: Cancel a paid order once", null],
  ["web, desk: Share one exchange with the server", null],
  [`order: ${"x".repeat(70)}`, "has 77 characters, more than 72"],
  ["Cancel a paid order once", "does not begin with a folder: `order: …`"],
  ["order: Cancel a paid order once.", "ends with a full stop"],
])("%s", (subject, mistake) => expect(subjectMistake(subject)).toBe(mistake));
