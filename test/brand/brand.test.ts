import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBrand } from "#server/shop/brand/brand.ts";
import { loadBundle } from "#server/pages/assets.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

const LUMEN = "brands/lumen/brand.json";

describe("another brand, by one setting", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ jobs: true, env: { BRAND_FILE: LUMEN }, bundle: await loadBundle() });
  });
  afterAll(() => shop.stop());

  test("its name, phone, colours, corners and pictures appear on every page, without any of the first brand's", async () => {
    for (const path of ["/", "/fr/mobile/SMART60", "/checkout/1", "/it/legal/imprint", "/nirgends"]) {
      const html = await (await fetch(shop.url + path)).text();
      expect(html).toContain("Lumen");
      expect(html).toContain("0800 55 85 55");
      expect(html).toContain("--brand:#0d3b36");
      expect(html).toContain("--pill:6px");
      expect(html).toContain('src="/brand/logo"');
      expect(html).not.toMatch(/alpenfon/i);
    }
  });

  test("pages are light unless the brand chooses dark, or the visitor's system setting", async () => {
    const page = async (url: string) => (await fetch(`${url}/`)).text();
    expect(await page(shop.url)).not.toContain("color-scheme:dark");
    const folder = await mkdtemp(join(tmpdir(), "kasse-dark-"));
    const brand = JSON.parse(await readFile("brands/alpenfon/brand.json", "utf8")) as object;
    for (const dark of ["on", "auto"]) {
      const file = join(folder, `${dark}.json`);
      await writeFile(file, JSON.stringify({ ...brand, dark }));
      const other = await startShop({ jobs: true, env: { BRAND_FILE: file }, bundle: await loadBundle() });
      const html = await page(other.url);
      await other.stop();
      expect(html).toContain(":root{color-scheme:dark;");
      expect(html.includes("@media(prefers-color-scheme:dark){:root{color-scheme:dark;")).toBe(dark === "auto");
    }
    await rm(folder, { recursive: true });
  });

  test.each(["/brand/logo", "/favicon"])("%s is the picture next to the brand file", async (path) => {
    const response = await fetch(shop.url + path);
    expect(response.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
    const name = path === "/favicon" ? "favicon.svg" : "logo.svg";
    expect(await response.text()).toBe(await readFile(`brands/lumen/${name}`, "utf8"));
  });

  test("its mails contain its name", async () => {
    const username = "mia.keller@example.ch";
    await expectOk("reset", shop.shopper().call("passwordReset", { username }));
    const mail = await eventually("the mail", async () => (await shop.messages(username))[0]);
    expect(mail.subject + mail.text).toContain("Lumen");
    expect(mail.subject + mail.text).not.toMatch(/alpenfon/i);
  });
});

describe("a mistake in a brand file is reported with its position and the fix", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kasse-brand-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function withBrand(change: object): Promise<string> {
    const file = join(folder, "brand.json");
    const brand = JSON.parse(await readFile("brands/alpenfon/brand.json", "utf8")) as object;
    await writeFile(file, JSON.stringify({ ...brand, ...change }));
    return file;
  }
  const colours = { brand: "#0b1f5c", brand2: "#16318c", action: "#d4002a", actionDark: "#a80021", accent: "#ff2d55" };

  test.each([
    [
      "a button that cannot be read",
      { colours: { ...colours, action: "#ff8a00" } },
      /colours\.action: white text on the action button has a contrast of 2\.\d:1, but needs at least 4\.5:1/,
    ],
    [
      "a colour that is none",
      { colours: { ...colours, brand: "blue" } },
      /colours\.brand: a colour must be written as #rrggbb/,
    ],
    ["a logo that is not there", { logo: "missing.svg" }, /at logo: it names .*missing\.svg, which does not exist/],
    [
      "a logo from elsewhere",
      { logo: "../../secret.svg" },
      /at logo: it must be an \.svg or \.png file in the folder of the brand file/,
    ],
    ["corners of another kind", { corners: "wavy" }, /at corners/],
  ])("%s", async (_, change, sentence) => {
    await expect(readBrand(await withBrand(change))).rejects.toThrow(sentence);
  });

  test("beside all others", async () => {
    const file = await withBrand({
      phoneHref: "079",
      logo: "missing.svg",
      colours: { ...colours, brand2: "#9fb4ff", action: "#ff8a00" },
    });
    const found = await readBrand(file).then(String, ({ message }: Error) => message);
    expect(found.split("\n  - ").map((line) => line.split(":")[0])).toEqual([
      `The brand file ${file} has 5 mistakes`,
      "at phoneHref",
      "at colours.brand2",
      "at colours.brand2",
      "at colours.action",
      "at logo",
    ]);
  });
});
