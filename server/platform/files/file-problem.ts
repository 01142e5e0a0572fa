/** Why a file or folder cannot be read or made, by system error code, in words that complete "<path> …". */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "is in no folder that exists",
  ENOTDIR: "does not exist: a part of its path is a file",
  EISDIR: "is a folder",
  EACCES: "is not permitted to this user",
  EPERM: "is not permitted to this user",
  EROFS: "is on a disk that can only be read",
  ENOSPC: "does not fit on the disk, which is full",
  EDQUOT: "exceeds the space that this user may use",
  ENAMETOOLONG: "has a name that is too long",
  ELOOP: "leads in a circle of links",
  EMFILE: "cannot be opened: too many files are open",
};

/**
 * Returns what is wrong with a path that could not be used, as "<path> <problem>". `isThere`: it should have existed.
 */
export function fileProblem(path: string, { code = "unknown" }: NodeJS.ErrnoException, isThere = false): string {
  if (isThere && code === "ENOENT") return `${path} does not exist`;
  return `${path} ${PROBLEMS[code] ?? `cannot be used (${code})`}`;
}
