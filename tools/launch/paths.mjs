import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** A path in the project. */
export const at = (...parts) => join(root, ...parts);

/** Prints progress to standard error, so that the output of a command can be piped. */
export const log = (message) => console.error(`kasse: ${message}`);
