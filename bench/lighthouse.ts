import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type BrowserContext } from "@playwright/test";
import lighthouse from "lighthouse";
import { CHROMIUM_FLAGS, chromiumPath } from "./support/browser.ts";
import { machine } from "./support/figures.ts";
import { freePort, startBenchServer } from "./support/server.ts";

const HELP = `npm run bench:lighthouse -- [--runs 3]
Lighthouse with its mobile settings (simulated slow 4G, 4x CPU) on the shop window, a landing page and /checkout/1 with a
checkout begun. Prints the median run of each: scores, first and largest paint, layout shift, blocking time.`;

const { values } = parseArgs({
  options: { runs: { type: "string", default: "3" }, help: { type: "boolean", default: false } },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

type Figures = { scores: Record<string, number>; fcp: number; lcp: number; cls: number; tbt: number; failed: string[] };
const PAGES = ["/", "/mobile/SMART60", "/checkout/1"];

const server = await startBenchServer();
const profile = await mkdtemp(join(tmpdir(), "kasse-lighthouse-"));
const port = await freePort();
const context = await chromium.launchPersistentContext(profile, {
  executablePath: chromiumPath(),
  args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
});

try {
  console.log(`${machine()}; Lighthouse mobile, median of ${values.runs} runs`);
  await beginCheckout(context, server.url);
  for (const page of PAGES) {
    const runs: Figures[] = [];
    for (let run = 0; run < Number(values.runs); run++) runs.push(await measure(server.url + page));
    runs.sort((one, other) => (one.scores["performance"] ?? 0) - (other.scores["performance"] ?? 0));
    print(page, runs[Math.floor(runs.length / 2)] as Figures);
  }
} finally {
  await context.close();
  await server.stop();
  await rm(profile, { recursive: true, force: true });
}

/** A checkout of SMART 60 in this profile's storage, so that /checkout/1 has something to show. */
async function beginCheckout(browser: BrowserContext, url: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${url}/mobile/SMART60`);
  await page.getByRole("button", { name: "Zur Kasse" }).click();
  await page.waitForURL(/checkout\/1/);
  await page.getByRole("checkbox").first().waitFor();
  await page.close();
}

async function measure(url: string): Promise<Figures> {
  const result = await lighthouse(url, { port, output: "json", logLevel: "error", disableStorageReset: true });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
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
  if (failed.length > 0) console.log(`  not passed: ${failed.join(", ")}`);
}
