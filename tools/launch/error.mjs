/** A failure that the user can fix. Its message is one sentence and is shown without a stack trace. */
export class LaunchError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns an error that explains a file system error and how to fix it. Returns any other error unchanged. */
export function explainFileError(error, what) {
  if (error.code === "ENOSPC") return new LaunchError(`${what} failed: the disk is full, so free some space.`);
  if (error.code === "EROFS") return new LaunchError(`${what} failed: the folder is on a read-only file system.`);
  if (error.code === "EACCES" || error.code === "EPERM") {
    return new LaunchError(
      `${what} failed: this user is not permitted to write ${error.path ?? "there"}, so change its owner or mode.`,
    );
  }
  return error;
}
