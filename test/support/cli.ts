import { runCli } from "#server/operator/cli/cli.ts";
import { checkSettings } from "#server/config/config.ts";
import type { Shop } from "./shop.ts";

export type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** Runs a command like `kasse`, in this process. `answer` is a person's answer to a question. */
export async function kasse(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  answer: string | null = null,
): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const io = {
    program: "kasse",
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    progress: () => undefined,
    ask: () => Promise.resolve(answer),
  };
  const code = await runCli(argv, io, () => checkSettings({ LOG_LEVEL: "silent", ...env }));
  return { code, out: out.join("\n"), err: err.join("\n") };
}

/** Returns the settings of a running test shop, for a command that runs beside it. */
export function settingsOf(shop: Shop): Record<string, string> {
  return { DATABASE_URL: shop.database.url, DATA_DIR: shop.kasse.services.config.dataDir };
}
