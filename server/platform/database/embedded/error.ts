/** The reasons why the embedded database can fail, for code that distinguishes them. */
export type EmbeddedPostgresReason =
  | "unsupported-platform"
  | "folder-in-use"
  | "folder-unusable"
  | "disk-full"
  | "failed-to-start"
  | "stopped";

/** A failure of the embedded database. The message tells the operator what is wrong and how to fix it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
  readonly reason: EmbeddedPostgresReason;

  constructor(reason: EmbeddedPostgresReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Turns a file system error into one that tells the operator what to do. Any other error is a bug and is returned
 * unchanged.
 */
export function explainFolderError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const because = { cause: error };
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return new EmbeddedPostgresError("disk-full", `The disk holding ${folder} is full: free some space.`, because);
    case "EROFS":
      return new EmbeddedPostgresError(
        "folder-unusable",
        `${folder} is on a read-only file system: set DATA_DIR to a writable folder.`,
        because,
      );
    case "EACCES":
    case "EPERM":
      return new EmbeddedPostgresError(
        "folder-unusable",
        `This user may not write to ${folder}: change its owner, or set DATA_DIR to another folder.`,
        because,
      );
    case "ENOTDIR":
    case "EEXIST":
      return new EmbeddedPostgresError(
        "folder-unusable",
        `${folder} is not a folder: move that file away, or set DATA_DIR to a folder.`,
        because,
      );
    default:
      return error;
  }
}
