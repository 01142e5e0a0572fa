import type { Io } from "#server/command.ts";
import { allCommands } from "#server/operator/cli/commands.ts";
import { readCommandLine, reportFailure, runCli } from "#server/operator/cli/cli.ts";
import type { Database } from "#server/platform/database/database.ts";
import { checkSettings, configOf } from "#server/config/config.ts";
import type { Shop } from "./shop.ts";

type Answer = string | null | (() => Promise<string>);
export type Ran = { readonly code: number; readonly out: string; readonly err: string };

/**
 * Runs a command like the program `kasse`, in this process: with its own connection to the database, and an entry in
 * the audit log. `answer` is a person's answer to a question, or what happens before they answer.
 */
export async function kasse(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  answer: Answer = null,
): Promise<Ran> {
  return recorded(answer, (io) => runCli(argv, io, () => checkSettings({ LOG_LEVEL: "silent", ...env })));
}

/** Runs a command as a function on an open database. */
export async function command(db: Database, argv: readonly string[], answer: Answer = null): Promise<Ran> {
  return recorded(answer, async (io) => {
    try {
      const settings = checkSettings({ LOG_LEVEL: "silent", ...TEST_KEYS });
      const { command: named, typed } = readCommandLine(argv, await allCommands());
      const config = configOf(settings);
      return await named.run({ ...typed, settings, config, io, now: new Date(), database: (work) => work(db) });
    } catch (error) {
      return reportFailure(io, error);
    }
  });
}

async function recorded(answer: Answer, run: (io: Io) => Promise<number>): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run({
    program: "kasse",
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    progress: () => undefined,
    ask: async () => (typeof answer === "function" ? answer() : answer),
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

/** Returns the settings of a running test shop, for a command that runs beside it. */
export function settingsOf(shop: Shop): Record<string, string> {
  return { DATABASE_URL: shop.database.url, DATA_DIR: shop.kasse.services.config.dataDir };
}

/** The keys of `openSaleDatabase()` and of the services on it. */
const TEST_KEYS = { DOCUMENT_KEYS: `test:${"09".repeat(32)}`, DOCUMENT_NUMBER_KEY: "01".repeat(32) };

/** Returns the settings of a database without a shop, for a command that runs as a program. */
export const settingsOfDatabase = ({ url }: { readonly url: string }): Record<string, string> => ({
  DATABASE_URL: url,
  ...TEST_KEYS,
});
