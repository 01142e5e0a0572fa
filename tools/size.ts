// Measures the size of pages, compressed as the server sends them: the first load of public pages and of /checkout/1,
// and the additional size of every step. Fails above a budget. Usage: node tools/size.ts, after a build.
import { existsSync, readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "#core/text/locale.ts";
import { firstLoad, PLAIN_SCRIPTS, plainScript, STEP_MODULES, type Manifest, type PageFiles } from "#web/assets.ts";

/**
 * Maximum sizes in bytes. `scripts`: the scripts that /checkout/1 loads first; `first`: all its files except fonts.
 * `shopScripts` and `shop`: the same for a public page. The first load has 100 bytes more than version 1.0.0, for the
 * total over the minimum term and for a dialog instead of a message out of sight. The hashes in the names of files
 * change its size by up to 60 bytes.
 */
const BUDGET = {
  first: 87_600,
  scripts: 79_200,
  step: 18_600,
  form: 12_000,
  shop: 25_000,
  shopScripts: 10_000,
  plain: 1_500,
} as const;
/** Target sizes of /checkout/1 in bytes. */
const TARGET = { first: 84_000, scripts: 76_000 } as const;
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
  const bytes = readFileSync(`${DIST}${file}`);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const size = file.endsWith(".woff2") ? bytes.length : brotliCompressSync(bytes, quality).length;
  sizes.set(file, size);
  return size;
}

function filesOf(page: PageFiles, locale: Locale): { readonly scripts: string[]; readonly styles: readonly string[] } {
  const { entry, early, storedLocale, modules, styles } = firstLoad(manifest, locale, page);
  return { scripts: [entry, ...modules, ...[early, storedLocale].filter((file) => file !== null)], styles };
}

const sum = (files: readonly string[]) => files.reduce((total, file) => total + sizeOf(file), 0);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;

let failed = false;
function row(name: string, bytes: number, budget: number): void {
  const over = bytes > budget;
  failed ||= over;
  console.log(`${over ? "✗" : "✓"} ${name.padEnd(40)} ${kilobytes(bytes)}  of ${kilobytes(budget)}`);
}

function list(title: string, page: PageFiles, html: number): void {
  const { scripts, styles } = filesOf(page, DEFAULT_LOCALE);
  console.log(`${title}, brotli`);
  for (const file of [...scripts, ...styles]) console.log(`  ${file.padEnd(52)} ${kilobytes(sizeOf(file))}`);
  console.log(`  ${"HTML, estimated".padEnd(52)} ${kilobytes(html)}`);
  const { fonts } = firstLoad(manifest, DEFAULT_LOCALE, page);
  console.log(`  ${"fonts, not in the budget".padEnd(52)} ${kilobytes(sum(fonts))}`);
}

list("First load of a public page", "shop", HTML.shop);
for (const locale of LOCALES) {
  const { scripts, styles } = filesOf("shop", locale);
  row(`public page in ${locale}`, sum([...scripts, ...styles]) + HTML.shop, BUDGET.shop);
}
row("its scripts", sum(filesOf("shop", DEFAULT_LOCALE).scripts), BUDGET.shopScripts);

console.log();
list("First load of /checkout/1", "1", HTML.checkout);
for (const locale of LOCALES) {
  const { scripts, styles } = filesOf("1", locale);
  row(`/checkout/1 in ${locale}`, sum([...scripts, ...styles]) + HTML.checkout, BUDGET.first);
  row(`  its scripts`, sum(scripts), BUDGET.scripts);
}

console.log("\nAdditional size of each step");
const allOf = (page: PageFiles) => {
  const { scripts, styles } = filesOf(page, DEFAULT_LOCALE);
  return [...scripts, ...styles];
};
const first = allOf("1");
const form = (["4", "4a", "5"] as const).map((page) => allOf(page).filter((file) => !first.includes(file)));
/**
 * Files that steps 4, 4a and 5 share: the form's state, its fields and their texts. They are loaded while step 3 is
 * idle.
 */
const shared = (form[0] ?? []).filter((file) => form.every((files) => files.includes(file)));
row("shared by 4, 4a and 5", sum(shared), BUDGET.form);
for (const page of Object.keys(STEP_MODULES) as (keyof typeof STEP_MODULES)[]) {
  const own = allOf(page).filter((file) => !first.includes(file) && !shared.includes(file));
  row(`/checkout/${page}, its own`, sum(own), BUDGET.step);
}

console.log("\nScripts of other pages without React");
for (const name of ["photo", "docs"] as const)
  row(PLAIN_SCRIPTS[name], sizeOf(plainScript(manifest, name)), BUDGET.plain);
const over = {
  first: sum(first) + HTML.checkout - TARGET.first,
  scripts: sum(filesOf("1", DEFAULT_LOCALE).scripts) - TARGET.scripts,
};
for (const [what, bytes] of Object.entries(over))
  if (bytes > 0) console.log(`/checkout/1, ${what}: ${kilobytes(bytes).trim()} over the target.`);
process.exit(failed ? 1 : 0);
