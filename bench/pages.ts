import { chromium, type Browser, type Page } from "@playwright/test";
import { WORDS } from "../e2e/support/purchase.ts";
import { CHROMIUM_FLAGS, chromiumPath } from "./support/browser.ts";
import { machine, percentile } from "./support/figures.ts";
import { readOptions, wholeNumber } from "./support/options.ts";
import { startBenchServer } from "./support/server.ts";

const HELP = `npm run bench:pages -- [--runs 5]
First visits on a slow phone, throttled and not simulated: 1.6 Mbit/s, 150 ms, processor four times slower. Prints the
median largest paint of public pages and of /checkout/1, the time until the first control of /checkout/1 can be used,
and the bytes loaded.`;

const { runs } = readOptions(HELP, { runs: wholeNumber(5) });

const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWER = 4;
const SCREEN = { width: 390, height: 844 };

/** Times since the navigation, in ms, and the number of bytes transferred. `usable`: null if no control is measured. */
type Visit = { readonly painted: number; readonly usable: number | null; readonly bytes: number };
/**
 * A page to measure. `before` performs the shopper's actions that lead to it, without slowing down network and
 * processor.
 */
type Target = { readonly path: string; readonly control?: string; readonly before?: (page: Page) => Promise<void> };

const TARGETS: readonly Target[] = [
  { path: "/" },
  { path: "/fr/mobile/SMART60" },
  { path: "/device/SAENTISX" },
  { path: "/legal/privacy" },
  { path: "/checkout/1", control: "main input:enabled", before: buy },
];

async function buy(page: Page): Promise<void> {
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: WORDS.de.shop.buy.button }).click();
  await page.getByRole("checkbox", { name: WORDS.de.checkout.limit.set }).waitFor();
}

type Seen = { painted?: number; usable?: number };

/** Runs in the page. Records the time of the largest paint, and of the first frame that contains a control. */
function watch(control: string | undefined): void {
  const seen: Seen = ((globalThis as { seen?: Seen }).seen = {});
  new PerformanceObserver((list) => {
    seen.painted = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const look = () => {
    if (control === undefined || seen.usable !== undefined) return;
    if (document.querySelector(control)) seen.usable = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

async function visit(browser: Browser, baseURL: string, { path, control, before }: Target): Promise<Visit> {
  const context = await browser.newContext({ baseURL, viewport: SCREEN, isMobile: true, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    if (before) await before(page);
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.clearBrowserCache");
    await session.send("Network.emulateNetworkConditions", NETWORK);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.addInitScript(watch, control);
    await page.goto(path, { waitUntil: "load" });
    if (control) await page.locator(control).first().waitFor();
    await page.waitForTimeout(700);
    const loaded = bytes;
    const { painted = 0, usable } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    return { painted, usable: usable ?? null, bytes: loaded };
  } finally {
    await context.close();
  }
}

const median = (list: readonly number[]) =>
  percentile(
    list.toSorted((one, other) => one - other),
    50,
  );

const server = await startBenchServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] });
try {
  console.log(`${machine()}; 1.6 Mbit/s, 150 ms, 4x CPU, median of ${runs} first visits`);
  for (const target of TARGETS) {
    const visits: Visit[] = [];
    for (let run = 0; run < runs; run++) visits.push(await visit(browser, server.url, target));
    const usable = visits.flatMap((each) => each.usable ?? []);
    const painted = `largest paint ${(median(visits.map((each) => each.painted)) / 1000).toFixed(2)} s`;
    const control = usable.length > 0 ? `, first control ${(median(usable) / 1000).toFixed(2)} s` : "";
    const kilobytes = (median(visits.map(({ bytes }) => bytes)) / 1000).toFixed(1);
    console.log(`${target.path.padEnd(22)} ${painted}${control}, ${kilobytes} kB`);
  }
} finally {
  await browser.close();
  await server.stop();
}
