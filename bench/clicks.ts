import { chromium, type Browser, type CDPSession } from "@playwright/test";
import { WORDS } from "../e2e/support/purchase.ts";
import { SALES } from "../e2e/support/tour.ts";
import { CHROMIUM_FLAGS, chromiumPath } from "./support/browser.ts";
import { machine, percentile } from "./support/figures.ts";
import { number, readOptions, wholeNumber } from "./support/options.ts";
import { observe, type Press, type Shift } from "./support/presses.ts";
import { startBenchServer } from "./support/server.ts";

const HELP = `npm run bench:clicks -- [--slowdown 4] [--runs 5]
Walks through the sales with a throttled processor. Measures each press of a key or button, from the press to the next
paint (Event Timing, as for INP), and every layout shift that is not caused by a press. Repeats the walk and takes the
median of each press. Prints the slowest presses with all their times, and how the slowest run of each spent its time.`;

const { slowdown, runs } = readOptions(HELP, { slowdown: number(4), runs: wholeNumber(5) });

/** The observations of each press, one per run, by page and label. */
const presses = new Map<string, Press[]>();
const shifts: Shift[] = [];
const server = await startBenchServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] });
try {
  for (let run = 0; run < runs; run++) {
    for (const sale of Object.keys(SALES)) await walk(browser, sale as keyof typeof SALES);
  }
} finally {
  await browser.close();
  await server.stop();
}

const medians = [...presses]
  .map(([name, list]) => ({ name, list: list.toSorted((one, other) => one.ms - other.ms) }))
  .map(({ name, list }) => ({
    name,
    list,
    median: percentile(
      list.map(({ ms }) => ms),
      50,
    ),
  }))
  .toSorted((one, other) => other.median - one.median);
const ascending = medians.map(({ median }) => median).toReversed();
console.log(`${machine()}; processor ${slowdown} times slower; median of ${runs} runs`);
console.log(`${presses.size} presses: p75 ${percentile(ascending, 75)} ms, slowest ${ascending.at(-1) ?? 0} ms`);
for (const { name, list, median } of medians.slice(0, 10)) {
  console.log(
    `  ${String(median).padStart(5)} ms  ${name} (${list.map(({ ms }) => ms).join(", ")}; ${list.at(-1)?.parts})`,
  );
}
const worst = new Map<string, number>();
for (const { page, value } of shifts) worst.set(page, (worst.get(page) ?? 0) + value / runs);
console.log(`Layout shift by page, mean: ${worst.size === 0 ? "none" : ""}`);
for (const [page, value] of worst) console.log(`  ${value.toFixed(4)}  ${page}`);

/** Walks through one sale and records all its presses and layout shifts. */
async function walk(chrome: Browser, sale: keyof typeof SALES): Promise<void> {
  const context = await chrome.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    locale: "de-CH",
  });
  const page = await context.newPage();
  const observed = await observe(page);
  const devtools = await context.newCDPSession(page);
  await enlargeWindow(devtools);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await SALES[sale](page, WORDS.de, async () => {
    await page.waitForTimeout(300);
  });
  await context.close();
  for (const press of observed.presses()) {
    const name = `${sale}, ${press.page}: ${press.what}`;
    presses.set(name, [...(presses.get(name) ?? []), press]);
  }
  shifts.push(...observed.shifts);
}

/**
 * Makes the window larger than the emulated screen plus the browser's bars, because content outside the window is never
 * painted.
 */
async function enlargeWindow(devtools: CDPSession): Promise<void> {
  const { windowId } = await devtools.send("Browser.getWindowForTarget");
  await devtools.send("Browser.setWindowBounds", { windowId, bounds: { width: 800, height: 1100 } });
}
