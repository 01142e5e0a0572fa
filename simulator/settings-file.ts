import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export type Settings = Readonly<Record<string, string>>;

/**
 * The settings as a file that Node's `--env-file` and a shell both read. `choices` say which provider a shop uses; `details` connect it, also to
 * those that it could use instead.
 */
export function settingsText(choices: Settings, details: Settings, file: string): string {
  return [
    "# Connects a shop to the simulator. Written by `npm run simulate`; ports and secrets stay the same from run to run.",
    `# Start the shop with it: node --env-file=${file} tools/launch.mjs start`,
    "",
    ...linesOf(choices),
    "",
    ...linesOf(details),
    "",
  ].join("\n");
}

const linesOf = (settings: Settings) => Object.entries(settings).map(([name, value]) => `${name}='${value}'`);

/** Writes the file for its owner alone, and the folder if there is none. */
export async function writeSettings(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o600 });
}
