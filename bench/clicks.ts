import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { WORDS } from "../e2e/support/purchase.ts";
import { TOURS } from "../e2e/support/tour.ts";
import { CHROMIUM_FLAGS, chromiumPath } from "./support/browser.ts";
import { machine, percentile } from "./support/figures.ts";
import { startBenchServer } from "./support/server.ts";

const HELP = `npm run bench:clicks -- [--slowdown 4]
Walks through the sales with a slowed-down processor and measures each press of a key or button from the press to the next
picture (Event Timing, as INP does), and every layout shift that no press explains. Prints the slowest ones.`;

const { values } = parseArgs({
  options: { slowdown: { type: "string", default: "4" }, help: { type: "boolean", default: false } },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

type Press = { readonly sale: string; readonly page: string; readonly what: string; readonly ms: number };
type Shift = { readonly sale: string; readonly page: string; readonly value: number };
type Entry = {
  readonly duration: number;
  readonly interactionId: number;
  readonly name: string;
  readonly target: Element | null;
};

const presses = new Map<string, Press>();
const shifts: Shift[] = [];
const server = await startBenchServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] });
try {
  for (const [sale, tour] of Object.entries(TOURS)) {
    if (sale === "public pages") continue;
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      locale: "de-CH",
    });
    const page = await context.newPage();
    await observe(page, sale);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: Number(values.slowdown) });
    await tour(page, WORDS.de, async () => {
      await page.waitForTimeout(300);
    });
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}

const sorted = [...presses.values()].sort((one, other) => other.ms - one.ms);
const ascending = sorted.map(({ ms }) => ms).toReversed();
console.log(`${machine()}; processor slowed down ${values.slowdown} times`);
console.log(`${presses.size} presses: p75 ${percentile(ascending, 75)} ms, slowest ${ascending.at(-1) ?? 0} ms`);
for (const { sale, page, what, ms } of sorted.slice(0, 8))
  console.log(`  ${String(ms).padStart(5)} ms  ${sale}, ${page}: ${what}`);
const worst = new Map<string, number>();
for (const { page, value } of shifts) worst.set(page, (worst.get(page) ?? 0) + value);
console.log(`Layout shift by page: ${worst.size === 0 ? "none" : ""}`);
for (const [page, value] of worst) console.log(`  ${value.toFixed(4)}  ${page}`);

/** Hears of every press and shift on all pages to come. */
async function observe(page: Page, sale: string): Promise<void> {
  // A press is several events; it took as long as the slowest of them.
  await page.exposeFunction("notePress", (press: number, where: string, what: string, ms: number) => {
    const key = `${sale} ${where} ${press}`;
    const known = presses.get(key);
    if (!known || known.ms < ms) presses.set(key, { sale, page: where, what: known?.what || what, ms });
  });
  await page.exposeFunction("noteShift", (where: string, value: number) => shifts.push({ sale, page: where, value }));
  await page.addInitScript(() => {
    type Noting = {
      notePress(press: number, where: string, what: string, ms: number): void;
      noteShift(where: string, value: number): void;
    };
    const noting = globalThis as unknown as Noting;
    // Fields are filled by the driver, which Chromium does not count as typing.
    let typed = -1000;
    addEventListener("input", () => (typed = performance.now()), true);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Entry[]) {
        if (entry.interactionId === 0) continue;
        const label =
          entry.target?.closest("button, a, label, input, [role]")?.textContent ?? entry.target?.tagName ?? "";
        noting.notePress(entry.interactionId, location.pathname, label.trim().slice(0, 40), entry.duration);
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput && performance.now() - typed > 500) noting.noteShift(location.pathname, entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
}
