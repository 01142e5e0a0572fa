// The shop for developers: `npm run dev`. This process runs the embedded database and Vite, and listens on PORT. Behind
// it, a second process runs the shop and is restarted when one of its files changes.
import { parseArgs } from "node:util";
import { checkSettings, configOf } from "#server/config/config.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/index.ts";
import { explainFailure } from "#server/start-failure.ts";
import { startVite } from "./dev/front.ts";
import { createShop } from "./dev/shop.ts";
import { freePort, rolesAsSettings } from "./dev/pages.ts";

const HELP = `npm run dev -- [--inspect]

Serves the shop at PORT (3000) while you work on it, on the database of DATA_DIR (.data) or DATABASE_URL:
  a style or component in web/             is updated at once; components keep their state
  a file of server, core, contract,        restarts the shop in less than a second; requests wait,
  locales, brands, law or demo             and the database and open pages are kept
All settings of docs/settings.md apply. \`npm run bench:loop\` measures how long a change takes to appear.
With --inspect the shop listens for a debugger on port 9229 (chrome://inspect, or your editor).`;

const { values } = parseArgs({ options: { inspect: { type: "boolean" }, help: { type: "boolean", short: "h" } } });
if (values.help) console.log(HELP);
else {
  await dev(values.inspect ?? false).catch((error: unknown) => {
    console.error(explainFailure(error) ?? error);
    process.exit(1);
  });
}

async function dev(inspect: boolean): Promise<void> {
  const settings = checkSettings();
  for (const warning of settings.warnings) console.error(`Warning: ${warning}`);
  const config = configOf(settings);
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const port = await freePort();
  const shop = createShop(port, inspect, {
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: config.publicUrl,
    PAYMENT_SANDBOX_PORT: "port" in config.payment ? String(config.payment.port) : "",
    KASSE_DEV_FRONT: `http://127.0.0.1:${config.port}`,
    ...(embedded && (await rolesAsSettings(embedded.connection))),
  });
  const vite = await startVite(config, shop);
  shop.start();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await shop.stop();
    await vite.close();
    await embedded?.stop();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
}
