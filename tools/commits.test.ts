import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";

/** Number of latest commits that are checked. Commits from before the rule are ignored. */
const CHECKED_COMMITS = 20;
const MAX_LENGTH = 72;

/** Returns the mistake in the first line of a commit; null if there is none. */
function subjectMistake(subject: string): string | null {
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters, more than ${MAX_LENGTH}`;
  if (!/^[a-z0-9][\w./-]*(, [a-z0-9][\w./-]*)*: \S/.test(subject)) return "does not start with a folder: `order: …`";
  return /[.]$/.test(subject) ? "ends with a full stop" : null;
}

// The archive of a release has no history.
test.skipIf(!existsSync(".git"))(
  "the subjects of the latest commits start with a folder and have at most 72 characters",
  () => {
    const options = ["log", "--no-merges", `--max-count=${CHECKED_COMMITS}`, "--format=%s"];
    const subjects = execFileSync("git", options, { encoding: "utf8" }).trim().split("\n");
    const mistakes = subjects.flatMap((subject) => {
      const mistake = subjectMistake(subject);
      return mistake === null ? [] : [`"${subject}" ${mistake}`];
    });
    expect(mistakes).toEqual([]);
  },
);

test.each([
  ["order: Cancel a paid order once", null],
  ["web, desk: Share one exchange with the server", null],
  [`order: ${"x".repeat(70)}`, "has 77 characters, more than 72"],
  ["Cancel a paid order once", "does not start with a folder: `order: …`"],
  ["order: Cancel a paid order once.", "ends with a full stop"],
])("%s", (subject, mistake) => expect(subjectMistake(subject)).toBe(mistake));
