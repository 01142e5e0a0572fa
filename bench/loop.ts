import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { expect } from "../e2e/support/expect.ts";
import { WORDS } from "../e2e/support/purchase.ts";
import { CHROMIUM_FLAGS, chromiumPath } from "./support/browser.ts";
import { Edits, fileWith } from "./support/edits.ts";
import { machine } from "./support/figures.ts";
import { readOptions, wholeNumber } from "./support/options.ts";
import { freePort } from "../test/support/ports.ts";

const HELP = `npm run bench:loop -- [--runs 5]
Starts \`npm run dev\` on an empty database, opens the account step in Chromium and types into it. Then it saves a style,
a component and a server file several times each, and measures the time from saving until the change is visible. Fails if
a style or component reloads the page or loses what was typed. Restores the files at the end.`;

const { runs } = readOptions(HELP, { runs: wholeNumber(5) });

const words = WORDS.de;
const edits = new Edits();
const dataDir = await mkdtemp(join(tmpdir(), "kasse-loop-"));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const child = spawn(process.execPath, ["tools/dev.ts"], {
  env: {
    ...process.env,
    PORT: String(port),
    PAYMENT_SANDBOX_PORT: String(await freePort()),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
  },
  stdio: ["ignore", "ignore", "inherit"],
});
process.on("SIGINT", () => process.exit(1));
process.on("SIGTERM", () => process.exit(1));
process.on("exit", () => {
  edits.restore();
  child.kill("SIGTERM");
});

const began = performance.now();
await waitUntil(isReady);
console.log(`${machine()}; ${runs} runs each; the first start took ${seconds(performance.now() - began)}`);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] });
try {
  const page = await browser.newPage({ baseURL: url, locale: "de-CH" });
  await openAccount(page);
  const marks = Array.from({ length: runs }, (_, run) => run + 1);
  await measure("a style", marks, async (mark) => {
    const file = "web/steps/account/account.module.css";
    const place = "grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));";
    edits.save(file, place, `${place}\n    outline-offset: ${mark}px;`);
    await page.waitForFunction((px) => {
      const form = document.querySelector("input[name=username]")?.closest("[class*=pair]");
      return form && getComputedStyle(form).outlineOffset === px;
    }, `${mark}px`);
    await expectNothingLost(page);
  });
  await measure("a component", marks, async (mark) => {
    const place = "aria-controls={rest.name}";
    edits.save("web/kit/PasswordField.tsx", place, `data-loop="${mark}" ${place}`);
    await page.waitForSelector(`[data-loop="${mark}"]`);
    await expectNothingLost(page);
  });
  const robots = fileWith("server", "User-agent: *");
  await measure("a server file", marks, async (mark) => {
    edits.save(robots, "User-agent: *", `# ${mark}\\nUser-agent: *`);
    await waitUntil(async () => (await (await fetch(`${url}/robots.txt`)).text()).startsWith(`# ${mark}\n`));
  });
  await expectNothingLost(page);
  console.log("Nothing typed was lost, and the page was never reloaded.");
} finally {
  await browser.close();
  edits.restore();
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  // The database may still be writing its last files.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

/** Goes from a landing page to the account step and types values that exist only in React's state and in the fields. */
async function openAccount(page: Page): Promise<void> {
  await page.goto("/mobile/PREPAID0");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await expect(page).toHaveURL(/\/checkout\/3$/, { timeout: 30_000 });
  await page.getByRole("radio", { name: words.account.newHere }).check();
  await page.locator("input[name=username]").fill("loop@example.ch");
  await page.locator("input[name=password]").fill("Birnen am Montag");
  await page.locator("[aria-controls=password]").click();
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
}

/** Expects that the page was not reloaded: its fields are still filled, and React's state still shows the password. */
async function expectNothingLost(page: Page): Promise<void> {
  await expect(page.locator("input[name=username]")).toHaveValue("loop@example.ch");
  await expect(page.locator("input[name=password]")).toHaveValue("Birnen am Montag");
  await expect(page.locator("input[name=password]")).toHaveAttribute("type", "text");
  expect(await page.evaluate(() => "neverReloaded" in window)).toBe(true);
}

async function measure(what: string, marks: readonly number[], once: (mark: number) => Promise<void>): Promise<void> {
  const times: number[] = [];
  for (const mark of marks) {
    const saved = performance.now();
    await once(mark);
    times.push(performance.now() - saved);
    // Waits, because watchers merge saves that follow each other quickly.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  const sorted = times.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(`${what.padEnd(14)} ${seconds(median)} (${times.map(seconds).join(", ")})`);
}

/** Waits until a check succeeds. Throws after a minute, or if the shop exits. */
async function waitUntil(check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await check())) {
    if (performance.now() > end || child.exitCode !== null) throw new Error("The change never appeared");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function isReady(): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
