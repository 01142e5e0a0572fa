import { parseArgs } from "node:util";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export type Options = {
  /** The port of the page. 0: any free port, also for the providers. */
  readonly port: number;
  /** The shop's URL for webhooks, without a trailing slash. */
  readonly shopUrl: string;
  /** Names of providers or integrations to play; empty: all. */
  readonly only: readonly string[];
  /** The file that the settings are written to. */
  readonly settingsFile: string;
};

const DEFAULT_PORT = 4400;

export const HELP = `Plays the providers beside a shop: payment, text messages, customer base, eSIM, the receiver of orders, the e-ID, an agents' platform, and the mobile network.

npm run simulate -- [options]

  --port <number>    the port of the page, ${DEFAULT_PORT} if not given; the providers take the ports after it. 0: any free ones
  --shop <url>       where the shop is, for webhooks; http://localhost:3000 if not given
  --only <names>     which providers, by name or kind, separated by commas, such as twilio,payment
  --settings <file>  where the settings of the shop are written, .data/simulator.env if not given
  --help             this text

Then, in another terminal: node --env-file=.data/simulator.env tools/launch.mjs start`;

export type Parsed = { readonly options: Options } | { readonly help: true } | { readonly mistake: string };

/** Reads the program's arguments. `known`: the names that `--only` accepts. */
export function parseOptions(args: readonly string[], known: readonly string[]): Parsed {
  const read = parsed(args);
  if ("mistake" in read) return read;
  const { help, port = String(DEFAULT_PORT), shop = "http://localhost:3000", only = "", settings } = read.values;
  if (help) return { help: true };
  // Leaves enough ports above it for the providers.
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_000)
    return { mistake: `--port is a number from 0 to 65000, not "${port}".` };
  const shopUrl = httpOrigin(shop);
  if (shopUrl === null) return { mistake: `--shop is an address such as http://localhost:3000, not "${shop}".` };
  const names = only.split(",").filter((name) => name !== "");
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return { mistake: `--only has the unknown name "${unknown}"; the names are ${known.join(", ")}.` };
  return { options: { port: Number(port), shopUrl, only: names, settingsFile: settings ?? ".data/simulator.env" } };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean" },
        port: { type: "string" },
        shop: { type: "string" },
        only: { type: "string" },
        settings: { type: "string" },
      },
    });
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : String(error) };
  }
}

function httpOrigin(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}

export type Settings = Readonly<Record<string, string>>;

/**
 * Returns the content of a settings file that both Node's `--env-file` and a shell can read. `choices` select the
 * providers that a shop uses; `details` connect it to all providers, including the alternatives.
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

/** Writes the settings file, readable only by its owner, and creates its folder if needed. */
export async function writeSettings(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o600 });
}
