import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { chromium } from "@playwright/test";
import { CHROMIUM_FLAGS, chromiumPath } from "../bench/support/browser.ts";
import { readOptions } from "../bench/support/options.ts";
import { startBenchServer } from "../bench/support/server.ts";
import { record, STORIES } from "./spoken/record.ts";

const HELP = `npm run spoken
Records the output of a screen reader in each sale into docs/evidence/spoken, with a virtual screen reader in
Chromium (CHROMIUM_PATH, or Debian's). Dates, e-mails and order numbers become placeholders. Takes about a minute.`;

readOptions(HELP, {});
// The thank-you page offers passkeys, which need a host name instead of an IP address.
const server = await startBenchServer({}, process.cwd(), "localhost");
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] });
try {
  for (const story of STORIES) {
    const context = await browser.newContext({
      baseURL: server.url,
      locale: "de-CH",
      timezoneId: "Europe/Zurich",
      viewport: { width: 1280, height: 800 },
    });
    const text = await record(await context.newPage(), story);
    mkdirSync(dirname(story.file), { recursive: true });
    writeFileSync(story.file, text);
    console.log(`${story.file}: ${text.split("\n").length} lines`);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
