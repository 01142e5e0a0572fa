import { EXTENSIONS } from "#extensions/index.ts";
import type { Command } from "#server/command.ts";
import { migrateDatabase } from "#server/operator/cli/connection.ts";
import { SettingError } from "#server/config/config.ts";
import { serverMistakes } from "#server/setting-rules.ts";
import { outsideOf, outsideOn } from "#server/extension/declared.ts";
import { aligned } from "#server/operator/cli/table.ts";

/** `migrate` */
export const migrateCommand: Command = {
  name: "migrate",
  about: "bring the database up to date",
  more: "The server does this at its start. Use this command to do it earlier, or as another database user.",
  async run({ config, io }) {
    const ran = await migrateDatabase(config);
    for (const name of ran) io.out(name);
    io.out(ran.length === 0 ? "The database was already up to date." : "The database is up to date now.");
    return 0;
  },
};

/** `config check` */
export const checkSettingsCommand: Command = {
  name: "config check",
  about: "check all settings and show those in force with their sources",
  more: 'Each line has a setting, its value (a secret is shown as "set") and its source: the environment, a file (NAME_FILE) or the default. All invalid settings are listed at once, with exit code 2. Misspelt names give warnings.',
  run(call) {
    const { settings, io } = call;
    const { warnings, unused, inForce } = settings;
    const mistakes = serverMistakes(settings);
    for (const sentence of warnings) io.err(`Warning: ${sentence}`);
    for (const name of unused) io.err(`Warning: ${name} is set, but no chosen option uses it.`);
    if (mistakes.length > 0) throw new SettingError(mistakes);
    const on = outsideOn(EXTENSIONS, call.config);
    for (const { name, outside, about } of outsideOf(EXTENSIONS))
      io.out(`Extension ${name} (${outside})${on.includes(name) ? "" : ", off"}: ${about}`);
    for (const line of aligned(inForce.map(({ name, shown, source }) => [name, shown, source]))) io.out(line);
    return Promise.resolve(0);
  },
};
