import { execFileSync } from "node:child_process";
import { root } from "../run.ts";

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
    .split("\n")
    .filter((line) => line !== "");

/** The changed files, as paths from the root. `since`: what they are compared with, in words. */
export type Changes = { readonly since: string; readonly files: readonly string[] };

/**
 * Returns the files that were changed, added or deleted since a commit. Without a commit: those that are not committed
 * yet, or if there are none, those of the last commit. Throws an error that explains an unknown commit.
 */
export function changedFiles(since: string | undefined): Changes {
  const untracked = () => git("ls-files", "--others", "--exclude-standard");
  if (since !== undefined) {
    try {
      return { since, files: [...git("diff", "--name-only", "--merge-base", since, "--"), ...untracked()] };
    } catch {
      throw new Error(`There is no commit "${since}"; give one, such as main or HEAD~3.`);
    }
  }
  const files = [...git("diff", "--name-only", "HEAD", "--"), ...untracked()];
  if (files.length > 0) return { since: "the last commit", files };
  return { since: "the commit before the last", files: git("diff", "--name-only", "HEAD~1", "HEAD", "--") };
}
