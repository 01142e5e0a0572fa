import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { notesOf, reasonsAgainst, type Candidate } from "./checks.ts";

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-11-23

### Added

- Something that shoppers see.

## [1.1.0] - 2026-10-01

- Older.
`;
const GOOD: Candidate = {
  version: "1.2.0",
  packageVersion: "1.2.0",
  changelog: CHANGELOG,
  tags: ["v1.1.0"],
  changed: [],
};

test("the notes of a version, also of this one, are its part of the changelog alone", () => {
  expect(notesOf(CHANGELOG, "1.2.0")).toBe("### Added\n\n- Something that shoppers see.");
  expect(notesOf(CHANGELOG, "1.1.0")).toBe("- Older.");
  expect(notesOf(CHANGELOG, "1.2")).toBeNull();
  expect(notesOf(CHANGELOG, "Unreleased")).toBeNull();
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(notesOf(readFileSync("CHANGELOG.md", "utf8"), version)).toContain("### Added");
});

test("a complete version can be released", () => {
  expect(reasonsAgainst(GOOD)).toEqual([]);
});

test.each<[Partial<Candidate>, RegExp]>([
  [{ version: "v1.2.0" }, /^"v1.2.0" is not a version such as/],
  [{ packageVersion: "1.1.0" }, /^package.json has the version 1.1.0: run `npm version 1.2.0/],
  [{ changelog: CHANGELOG.replace(" - 2026-11-23", "") }, /^CHANGELOG.md has no part "## \[1.2.0\] - YYYY/],
  [{ changelog: CHANGELOG.replace(/### Added\n\n- .*\n/, "") }, /^CHANGELOG.md has no part/],
  [
    { changelog: CHANGELOG.replace("[Unreleased]\n", "[Unreleased]\n\n- New.\n") },
    /^CHANGELOG.md still has unreleased/,
  ],
  [{ tags: ["v1.2.0"] }, /^The tag v1.2.0 exists/],
  [{ changed: ["core/steps.ts"] }, /^Not everything is committed: core\/steps.ts\.$/],
])("%j is one reason against it", (change, sentence) => {
  expect(reasonsAgainst({ ...GOOD, ...change })).toEqual([expect.stringMatching(sentence)]);
});
