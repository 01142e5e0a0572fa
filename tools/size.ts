// Measures the first load of /checkout/1, compressed as the server sends it, and what every step adds.
// Fails above the budget (the target is 88 kB). Usage: node tools/size.ts, after a build.
import { existsSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "#core/locale.ts";
import { firstLoad, PLAIN_SCRIPTS, SHOP_MODULES, STEP_MODULES, type Manifest, type PageFiles } from "#web/assets.ts";

const BUDGET = { first: 95_000, target: 88_000, step: 45_000, plain: 1_500 } as const;
/** Size of the HTML in bytes, as measured on the largest page of the demo catalogue. */
const HTML = { checkout: 1_900, shop: 5_800 } as const;
const DIST = "dist/client";

const manifestFile = `${DIST}/.vite/manifest.json`;
if (!existsSync(manifestFile)) {
  console.error(`There is no ${manifestFile}: build first (npm run build).`);
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const size = brotliCompressSync(readFileSync(`${DIST}${file}`), quality).length;
  sizes.set(file, size);
  return size;
}

function filesOf(page: PageFiles, locale: Locale): string[] {
  const load = firstLoad(manifest, locale, page);
  const small = load.storedLocale === null ? [] : [load.storedLocale];
  return [load.entry, ...small, ...load.modules, ...load.styles];
}

const sum = (files: readonly string[]) => files.reduce((total, file) => total + sizeOf(file), 0);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;

let failed = false;
function row(name: string, bytes: number, budget: number): void {
  const over = bytes > budget;
  failed ||= over;
  console.log(`${over ? "✗" : "✓"} ${name.padEnd(40)} ${kilobytes(bytes)}  of ${kilobytes(budget)}`);
}

const first = filesOf("1", DEFAULT_LOCALE);
console.log("First load of /checkout/1, brotli");
for (const file of first) console.log(`  ${file.padEnd(52)} ${kilobytes(sizeOf(file))}`);
console.log(`  ${"HTML, estimated".padEnd(52)} ${kilobytes(HTML.checkout)}`);

for (const locale of LOCALES) row(`/checkout/1 in ${locale}`, sum(filesOf("1", locale)) + HTML.checkout, BUDGET.first);
for (const page of Object.keys(SHOP_MODULES) as (keyof typeof SHOP_MODULES)[]) {
  row(`public page: ${page}`, sum(filesOf(page, DEFAULT_LOCALE)) + HTML.shop, BUDGET.first);
}

console.log("\nWhat each step adds");
const loaded = new Set(first);
for (const page of Object.keys(STEP_MODULES) as (keyof typeof STEP_MODULES)[]) {
  row(`/checkout/${page}`, sum(filesOf(page, DEFAULT_LOCALE).filter((file) => !loaded.has(file))), BUDGET.step);
}

console.log("\nScripts of the pages without React");
for (const source of Object.values(PLAIN_SCRIPTS)) {
  const { file = "", imports = [] } = manifest[source] ?? {};
  row(
    source,
    sum([file, ...imports.map((chunk) => manifest[chunk]?.file ?? "")].map((each) => `/${each}`)),
    BUDGET.plain,
  );
}
const total = sum(first) + HTML.checkout;
if (total > BUDGET.target)
  console.log(`\nThe first load is ${kilobytes(total - BUDGET.target).trim()} over the target.`);
process.exit(failed ? 1 : 0);
