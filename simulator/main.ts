import { HELP, parseOptions, type Options, settingsText, writeSettings } from "./options.ts";
import { PROVIDERS } from "./providers.ts";
import { startSimulator } from "./simulator.ts";

// `npm run simulate`.
const known = [...new Set(PROVIDERS.flatMap(({ name, integration }) => [name, integration]))];
const parsed = parseOptions(process.argv.slice(2), known);
if ("help" in parsed) console.log(HELP);
else if ("mistake" in parsed) fail(`${parsed.mistake} See --help.`, 2);
else await play(parsed.options);

async function play(options: Options): Promise<void> {
  const { port, shopUrl, only, settingsFile } = options;
  const providers = PROVIDERS.filter(
    ({ name, integration }) => only.length === 0 || only.includes(name) || only.includes(integration),
  );
  const simulator = await startSimulator({ port, shopUrl, providers }, PROVIDERS).catch((error: unknown) => {
    if (isPortTaken(error))
      return fail(`Port ${error.port} is in use. End the other program, or choose others with --port.`, 1);
    throw error;
  });
  if (!simulator) return;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void simulator.stop());
  await writeSettings(settingsFile, settingsText(simulator.choices, simulator.details, settingsFile));
  console.log(
    [
      `The simulator is at ${simulator.url}; webhooks go to ${shopUrl}.`,
      "",
      ...Object.entries({ ...simulator.choices, ...simulator.details }).map(([name, value]) => `  ${name}=${value}`),
      "",
      `These settings are in ${settingsFile}. Start the shop with them in another terminal:`,
      `  node --env-file=${settingsFile} tools/launch.mjs start`,
      "Ctrl+C ends the simulator.",
    ].join("\n"),
  );
}

function isPortTaken(error: unknown): error is NodeJS.ErrnoException & { readonly port: number } {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error;
}

function fail(message: string, exitCode: number): null {
  console.error(`simulator: ${message}`);
  process.exitCode = exitCode;
  return null;
}
