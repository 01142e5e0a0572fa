import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** A path below the project's root. */
export const at = (...parts) => join(root, ...parts);

/** Says what the launcher does, on stderr, so that the output of a command can be piped. */
export const say = (message) => console.error(`kasse: ${message}`);
