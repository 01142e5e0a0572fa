import type { Extension } from "./extension.ts";

/** An extension from outside of the tree has failed at the start. The message is for the operator. */
export class ExtensionError extends Error {
  override readonly name = "ExtensionError";
}

/** How long an extension may take to load, in ms. */
const LOAD_MS = 60_000;

/** The place in a stack trace that is nearest to the failure, such as ` (file:///srv/vouchers/running.ts:12:9)`. */
function placeOf({ stack = "" }: Error): string {
  const [, place] = /\(?((?:file:\/\/)?\/[^()\s]+:\d+:\d+)\)?/.exec(stack) ?? [];
  return place === undefined ? "" : ` (${place})`;
}

function explained({ name, outside }: Extension, what: string, cause: unknown): unknown {
  // One in this tree is a bug of Kasse, whose whole stack trace is needed.
  if (outside === undefined || cause instanceof ExtensionError) return cause;
  const error = cause instanceof Error ? cause : new Error(String(cause));
  return new ExtensionError(
    `The extension ${name} (${outside}) ${what}: ${error.message.trim().replace(/\.$/, "")}${placeOf(error)}.`,
    { cause },
  );
}

/** Runs a part of an extension at the start. Throws an ExtensionError with `what` it could not do if that fails. */
export function partOf<T>(extension: Extension, what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw explained(extension, what, error);
  }
}

/** Like `partOf`, for a part that takes time, and fails if it takes more than a minute. */
export async function slowPartOf<T>(extension: Extension, what: string, run: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took more than ${LOAD_MS / 1000} seconds`)), LOAD_MS);
  });
  try {
    return await Promise.race([run(), end]);
  } catch (error) {
    throw explained(extension, what, error);
  } finally {
    clearTimeout(timer);
  }
}
