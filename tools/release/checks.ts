/** The state of the repository that a release is made from. */
export type Candidate = {
  /** The requested version, such as `1.2.0`. */
  readonly version: string;
  readonly packageVersion: string;
  readonly changelog: string;
  /** All tags of the repository. */
  readonly tags: readonly string[];
  /** Files that have changed or are not committed. */
  readonly changed: readonly string[];
};

/** Returns the changelog's part about a version, without its heading; null if it is missing or empty. */
export function notesOf(changelog: string, version: string): string | null {
  const parts = changelog.split(/^## (?=\[)/m).slice(1);
  const part = parts.find((each) => each.startsWith(`[${version}]`)) ?? "";
  return part.slice(part.indexOf("\n") + 1).trim() || null;
}

/** Returns why a version cannot be released yet, as sentences. */
export function reasonsAgainst({ version, packageVersion, changelog, tags, changed }: Candidate): readonly string[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return [`"${version}" is not a version such as 1.2.0.`];
  const heading = new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d{2}-\\d{2}$`, "m");
  const unreleased = notesOf(changelog, "Unreleased");
  return [
    ...(packageVersion === version
      ? []
      : [`package.json has the version ${packageVersion}: run \`npm version ${version} --no-git-tag-version\`.`]),
    ...(heading.test(changelog) && notesOf(changelog, version) !== null
      ? []
      : [`CHANGELOG.md has no part "## [${version}] - YYYY-MM-DD" with the changes.`]),
    ...(unreleased === null ? [] : [`CHANGELOG.md still has unreleased changes: move them to ${version}.`]),
    ...(tags.includes(`v${version}`) ? [`The tag v${version} exists: a version is released once.`] : []),
    ...(changed.length > 0 ? [`Not everything is committed: ${changed.join(", ")}.`] : []),
  ];
}
