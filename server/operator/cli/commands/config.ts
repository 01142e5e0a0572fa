import { SettingError } from "#server/config/config.ts";
import type { Command } from "#server/operator/cli/command.ts";
import { aligned } from "#server/operator/cli/table.ts";

/** `config check` */
export const checkSettingsCommand: Command = {
  name: "config check",
  about: "check all settings, and show those in force with their sources",
  more: "Each line names a setting, its value (a secret is only said to be set) and where it comes from: the environment, a file (NAME_FILE) or the default. Wrong settings are listed all at once, with exit code 2. Names that look misspelt are warnings.",
  run({ settings: { mistakes, warnings, unused, inForce }, io }) {
    for (const sentence of warnings) io.err(`Warning: ${sentence}`);
    for (const name of unused) io.err(`Warning: ${name} is set, but nothing that is chosen uses it.`);
    if (mistakes.length > 0) throw new SettingError(mistakes);
    for (const line of aligned(inForce.map(({ name, shown, source }) => [name, shown, source]))) io.out(line);
    return Promise.resolve(0);
  },
};
