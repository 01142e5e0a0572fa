import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Returns the absolute path of a file or folder in the project. */
export const projectPath = (...parts) => join(root, ...parts);

/** Prints progress to standard error, so that a command's output can be piped. */
export const log = (message) => console.error(`kasse: ${message}`);
