import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import lighthouse from "lighthouse";
import {
  fillDocument,
  fillPerson,
  findAddress,
  newEmail,
  press,
  register,
  toAddress,
  WORDS,
} from "../e2e/support/purchase.ts";
import { CHROMIUM_FLAGS, chromiumPath } from "./support/browser.ts";
import { machine } from "./support/figures.ts";
import { readOptions, wholeNumber } from "./support/options.ts";
import { freePort } from "../test/support/ports.ts";
import { startBenchServer } from "./support/server.ts";

const HELP = `npm run bench:lighthouse -- [--runs 3]
Runs Lighthouse with its mobile settings (simulated slow 4G, 4x CPU) on the shop window, a landing page, and on steps
1 and 4 and the thank-you page of one purchase. Prints the median run of each: scores, first and largest paint, layout
shift, blocking time.`;

const options = readOptions(HELP, { runs: wholeNumber(3) });

type Figures = { scores: Record<string, number>; fcp: number; lcp: number; cls: number; tbt: number; failed: string[] };

/** Pages in the order of one purchase. `before` performs the shopper's actions that lead to the page. */
const PAGES: readonly { readonly path: string; readonly before?: (page: Page) => Promise<void> }[] = [
  { path: "/" },
  { path: "/mobile/SMART60" },
  { path: "/checkout/1", before: startCheckout },
  { path: "/checkout/4", before: registerCustomer },
  { path: "/checkout/7", before: order },
];

const server = await startBenchServer();
const profile = await mkdtemp(join(tmpdir(), "kasse-lighthouse-"));
const port = await freePort();
const context = await chromium.launchPersistentContext(profile, {
  executablePath: chromiumPath(),
  args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
});

try {
  console.log(`${machine()}; Lighthouse mobile, median of ${options.runs} runs`);
  for (const { path, before } of PAGES) {
    if (before) await inTab(context, before);
    const runs: Figures[] = [];
    for (let run = 0; run < options.runs; run++) runs.push(await measurePainted(server.url + path));
    runs.sort((one, other) => (one.scores["performance"] ?? 0) - (other.scores["performance"] ?? 0));
    print(path, runs[Math.floor(runs.length / 2)] as Figures);
  }
} finally {
  await context.close();
  await server.stop();
  await rm(profile, { recursive: true, force: true });
}

/** Runs actions in a tab that is closed afterwards. Data that the tab stores stays in the profile. */
async function inTab(browser: BrowserContext, act: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  await act(page);
  await page.close();
}

async function startCheckout(page: Page): Promise<void> {
  await page.goto(`${server.url}/mobile/SMART60`);
  await page.getByRole("button", { name: WORDS.de.shop.buy.button }).click();
  await page.waitForURL(/checkout\/1/);
  await page.getByRole("checkbox").first().waitFor();
}

async function registerCustomer(page: Page): Promise<void> {
  await page.goto(`${server.url}/checkout/1`);
  await press(page, WORDS.de.checkout.steps["1"].go);
  await register(page, WORDS.de, newEmail());
}

async function order(page: Page): Promise<void> {
  await page.goto(`${server.url}/checkout/4`);
  await fillPerson(page, WORDS.de);
  await toAddress(page, WORDS.de);
  await findAddress(page, WORDS.de);
  await fillDocument(page, WORDS.de);
  await press(page, WORDS.de.customer.identity.order);
  await page.waitForURL(/checkout\/7/);
}

/**
 * Measures a page. Makes up to three attempts until there is a first paint, because headless Chromium sometimes paints
 * nothing in a new tab.
 */
async function measurePainted(url: string): Promise<Figures> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const figures = await measure(url);
    if (!Number.isNaN(figures.fcp)) return figures;
  }
  throw new Error(`${url} was never painted`);
}

async function measure(url: string): Promise<Figures> {
  const result = await lighthouse(url, { port, output: "json", logLevel: "error", disableStorageReset: true });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
  const { audits, categories, finalDisplayedUrl } = result.lhr;
  if (!finalDisplayedUrl.startsWith(url)) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, category]) => [name, Math.round((category.score ?? 0) * 100)]),
    ),
    fcp: number("first-contentful-paint"),
    lcp: number("largest-contentful-paint"),
    cls: number("cumulative-layout-shift"),
    tbt: number("total-blocking-time"),
    failed: Object.values(audits).flatMap((audit) =>
      audit.score === 0 && audit.scoreDisplayMode === "binary" ? [audit.id] : [],
    ),
  };
}

function print(page: string, { scores, fcp, lcp, cls, tbt, failed }: Figures): void {
  const named = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
  console.log(`\n${page}\n  ${named.join(", ")}`);
  console.log(
    `  first paint ${Math.round(fcp)} ms, largest ${Math.round(lcp)} ms, shift ${cls.toFixed(3)}, blocked ${Math.round(tbt)} ms`,
  );
  if (failed.length > 0) console.log(`  failed audits: ${failed.join(", ")}`);
}
