/** What a release is made of, as the repository has it. */
export type Candidate = {
  /** The version that was asked for, such as `1.2.0`. */
  readonly version: string;
  readonly packageVersion: string;
  readonly changelog: string;
  /** All tags of the repository. */
  readonly tags: readonly string[];
  /** Files that are changed or not committed. */
  readonly changed: readonly string[];
};

/** The changelog's part about a version, without its heading; null if there is none or it is empty. */
export function notesOf(changelog: string, version: string): string | null {
  const parts = changelog.split(/^## (?=\[)/m).slice(1);
  const part = parts.find((each) => each.startsWith(`[${version}]`)) ?? "";
  return part.slice(part.indexOf("\n") + 1).trim() || null;
}

/** Why a version cannot be released yet: a sentence for each reason. */
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
      : [`CHANGELOG.md has no part "## [${version}] - YYYY-MM-DD" with what changed.`]),
    ...(unreleased === null ? [] : [`CHANGELOG.md still has unreleased changes: move them to ${version}.`]),
    ...(tags.includes(`v${version}`) ? [`The tag v${version} exists: a version is released once.`] : []),
    ...(changed.length > 0 ? [`Not everything is committed: ${changed.join(", ")}.`] : []),
  ];
}
