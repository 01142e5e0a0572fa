import type { Command } from "#server/operator/cli/command.ts";
import { migrateDatabase } from "#server/operator/cli/connection.ts";

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
