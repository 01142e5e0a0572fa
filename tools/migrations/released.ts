import { createHash } from "node:crypto";

/** Returns the digests of a record in the format of `sha256sum`, by file name. */
export function digestsIn(record: string): ReadonlyMap<string, string> {
  const lines = record.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/**
 * Returns one sentence for each migration that differs from its recorded digest, has no record, or is missing. A
 * database that ran a migration refuses a file with another digest, so not even a comment may change.
 */
export function releaseProblems(record: string, files: ReadonlyMap<string, string>): readonly string[] {
  const recorded = digestsIn(record);
  const missing = [...recorded.keys()].filter((name) => !files.has(name));
  return [
    ...missing.map((name) => `${name} is recorded but missing: databases have run it, so restore it.`),
    ...[...files].flatMap(([name, sql]) => {
      const digest = createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
      const known = recorded.get(name);
      if (known === undefined)
        return [`${name} has no record: add "${digest}  ${name}" to tools/migrations/SHA256SUMS.`];
      if (known !== digest) return [`${name} was changed: restore it, and put the change into a new file.`];
      return [];
    }),
  ];
}
