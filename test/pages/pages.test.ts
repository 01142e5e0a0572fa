import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGE_TAG, LOCALES, localePrefix, type Locale } from "#core/text/locale.ts";
import words from "#locales/de/shop.json" with { type: "json" };
import { loadBundle } from "#server/pages/assets.ts";
import { startShop, type Shop } from "../support/shop.ts";

const PUBLIC_URL = "https://shop.example.ch";
let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ jobs: true, env: { PUBLIC_URL }, bundle: await loadBundle() });
});
afterAll(() => shop.stop());

type Got = { readonly status: number; readonly html: string; readonly headers: Headers };

async function get(path: string, init: RequestInit = {}): Promise<Got> {
  const response = await fetch(shop.url + path, { redirect: "manual", ...init });
  return { status: response.status, html: await response.text(), headers: response.headers };
}
const found = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? "";
/** Returns the readable text, without the page's own JSON. */
const visible = (html: string) =>
  found(html, /<body>(.*)<\/body>/s)
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("\u00a0", " ");
const everywhere = (path: string) => LOCALES.map((locale) => ({ locale, path, address: localePrefix(locale) + path }));

const PRODUCTS: readonly { readonly path: string; readonly name: string; readonly price: string }[] = [
  { path: "/mobile/SMART60", name: "SMART 60", price: "CHF 39.90" },
  { path: "/mobile/SIMONLY20", name: "SIM only 20", price: "CHF 19.90" },
  { path: "/mobile/PREPAID0", name: "Prepaid Start", price: "CHF 0.–" },
  { path: "/tv/TVM", name: "TV M", price: "CHF 19.90" },
  { path: "/tv/277", name: "TV 277", price: "CHF 168.–" },
  { path: "/device/SAENTISX", name: "Säntis X", price: "CHF 62.40" },
  { path: "/device/MATTERHORN", name: "Matterhorn", price: "CHF 40.–" },
];

describe("public pages are rendered by the server in every language", () => {
  test.each(everywhere("/"))("home in $locale", async ({ locale, address }) => {
    const { status, html } = await get(address);
    expect(status).toBe(200);
    expectNamed(html, locale, "/");
    for (const price of ["CHF 24.90", "CHF 39.90", "CHF 59.90", "CHF 69.–", "CHF 168.–", "CHF 22.50"])
      expect(visible(html)).toContain(price);
    for (const anchor of ["mobile", "prepaid", "tv", "devices"]) expect(html).toContain(`<section id="${anchor}"`);
    expect(html).toContain(`href="${localePrefix(locale)}/mobile/SMART60"`);
  });

  test.each(PRODUCTS.flatMap((product) => everywhere(product.path).map((each) => ({ ...product, ...each }))))(
    "$path in $locale",
    async ({ locale, path, address, name, price }) => {
      const { status, html } = await get(address);
      expect(status).toBe(200);
      expectNamed(html, locale, path);
      expect(found(html, /<title>([^<]*)<\/title>/)).toContain(name);
      expect(found(html, /<h1[^>]*>([^<]*)<\/h1>/)).toBe(name);
      expect(visible(html)).toContain(price);
    },
  );

  test("a promise to end a contract includes the notice, in every language", async () => {
    for (const path of ["/", "/mobile/SIMONLY20", "/mobile/SMART60"])
      for (const { address } of everywhere(path))
        expect(visible((await get(address)).html)).toMatch(/60 (?:Tagen|days’|jours|giorni|dana)/);
  });

  test("a device lists its copyright levy and has its details in the language of the page", async () => {
    const details = { de: "faltbar", en: "foldable", fr: "pliable", it: "pieghevole", sr: "na preklapanje" };
    for (const { address, locale } of everywhere("/device/MATTERHORN")) {
      const { html } = await get(address);
      expect(visible(html)).toContain(`OLED, ${details[locale]}`);
      expect(visible(html)).toMatch(/(?:abgabe|levy|d’auteur|d’autore|prava) CHF 2\.–/);
    }
  });

  test.each(everywhere("/legal/privacy"))("a legal text in $locale", async ({ locale, path, address }) => {
    const { status, html } = await get(address);
    expect(status).toBe(200);
    expectNamed(html, locale, path);
  });

  test("the footer has the company's address and the ways to pay, and leads to the supported browsers", async () => {
    for (const { address, locale } of everywhere("/legal/privacy")) {
      const footer = found((await get(address)).html, /<footer[^>]*>([^]*)<\/footer>/);
      expect(footer).toContain("Alpenfon AG, Postfach, 3000 Bern");
      expect([...footer.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
        "TWINT",
        "Visa",
        "Mastercard",
        "PayPal",
      ]);
      expect(footer).toContain(`href="${localePrefix(locale)}/browsers"`);
    }
    const { html, status } = await get("/it/browsers");
    expect([status, visible(html)]).toEqual([200, expect.stringContaining("Samsung Internet")]);
  });

  test("a sold-out device says so beside its price and promises no delivery, and a partner's no bill of ours", async () => {
    const boxOf = async (path: string) => {
      const box = found((await get(path)).html, /(<aside[^>]*>[^]*<\/aside>)/);
      return visible(`<body>${box}</body>`);
    };
    const { buy, soldOut } = words;
    expect(await boxOf("/device/SAENTISX")).toContain(buy.shipping);
    expect(await boxOf("/device/SAENTISX")).toContain(buy.payBill);
    const box = await boxOf("/device/EDELWEISS3");
    expect(box.indexOf(soldOut.tag)).toBeLessThan(box.indexOf(buy.now));
    expect(box).not.toContain(buy.shipping);
    expect(await boxOf("/device/MATTERHORN")).not.toContain(buy.payBill);
  });

  test("titles differ between pages and languages", async () => {
    const paths = [
      ...everywhere("/"),
      ...everywhere("/mobile/SMART60"),
      ...everywhere("/tv/277"),
      ...everywhere("/legal/privacy"),
    ];
    const titles = await Promise.all(
      paths.map(async ({ address }) => found((await get(address)).html, /<title>([^<]*)<\/title>/)),
    );
    expect(new Set(titles).size).toBe(titles.length);
  });

  test("an operator's terms named like prototype properties are no pages", async () => {
    for (const name of ["constructor", "__proto__", "toString"]) expect((await get(`/legal/${name}`)).status).toBe(404);
  });
});

/** Expects language, description, canonical URL and the five languages in the head. */
function expectNamed(html: string, locale: Locale, path: string): void {
  expect(html).toContain(`<html lang="${LANGUAGE_TAG[locale]}">`);
  expect(found(html, /<title>([^<]*)<\/title>/)).toContain("Alpenfon");
  expect(found(html, /<meta name="description" content="([^"]*)"/).length).toBeGreaterThan(20);
  expect(found(html, /<link rel="canonical" href="([^"]*)"/)).toBe(PUBLIC_URL + localePrefix(locale) + path);
  for (const other of LOCALES) {
    expect(html).toContain(
      `<link rel="alternate" href="${PUBLIC_URL}${localePrefix(other)}${path}" hreflang="${LANGUAGE_TAG[other]}">`,
    );
  }
}

describe("search engines", () => {
  test("read a product and its offer", async () => {
    const { html } = await get("/mobile/SMART60");
    const data = JSON.parse(found(html, /<script type="application\/ld\+json">(.*?)<\/script>/s)) as Record<
      string,
      unknown
    >;
    expect(data).toMatchObject({
      "@type": "Product",
      name: "SMART 60",
      offers: { "@type": "Offer", price: "39.90", priceCurrency: "CHF", availability: "https://schema.org/InStock" },
    });
    expect((await get("/device/EDELWEISS3")).html).toContain("https://schema.org/OutOfStock");
  });

  test("find every product in every language in the sitemap", async () => {
    const { status, html, headers } = await get("/sitemap.xml");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("xml");
    for (const { path } of PRODUCTS) {
      for (const { address } of everywhere(path)) expect(html).toContain(`<loc>${PUBLIC_URL}${address}</loc>`);
    }
    expect((await get("/robots.txt")).html).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
  });

  test("do not list checkout pages", async () => {
    expect((await get("/checkout/4")).html).toContain('<meta name="robots" content="noindex">');
  });
});

describe("unknown URLs", () => {
  test.each(everywhere("/nirgends"))("answer 404 in $locale", async ({ locale, address }) => {
    const { status, html } = await get(address);
    expect(status).toBe(404);
    expect(html).toContain(`<html lang="${LANGUAGE_TAG[locale]}">`);
    expect(html).toContain('<meta name="robots" content="noindex">');
    const texts = JSON.parse(readFileSync(`locales/${locale}/shop.json`, "utf8")) as { notFound: { title: string } };
    expect(found(html, /<h1[^>]*>([^<]*)<\/h1>/)).toBe(texts.notFound.title);
    const [home, account] = [`href="${localePrefix(locale)}/"`, `href="${localePrefix(locale)}/account"`];
    expect(found(html, /<main[^>]*>([^]*)<\/main>/)).toContain(home);
    expect(found(html, /<footer[^>]*>([^]*)<\/footer>/)).toContain(account);
  });

  test.each(["/de/nirgends", "/es/mobile/SMART60", "/mobile/NOPE", "/checkout/8", "/device/SMART60"])(
    "%s answers 404",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test.each([
    ["/mobile/SMART60/", "/mobile/SMART60"],
    ["/mobile/smart60?utm=Brief&b=/x/", "/mobile/SMART60?utm=Brief&b=/x/"],
    ["/EN/Mobile/Smart60//", "/en/mobile/SMART60"],
    ["/it/TV/tvm", "/it/tv/TVM"],
    ["/device/saentisx/", "/device/SAENTISX"],
    ["/FR", "/fr/"],
    ["/checkout/4A", "/checkout/4a"],
    ["/sr/Checkout/1/?a=1?b", "/sr/checkout/1?a=1?b"],
    ["/Legal/Privacy", "/legal/privacy"],
    ["/checkout", "/checkout/1"],
    ["/fr/Checkout/", "/fr/checkout/1"],
    ["/account/", "/account"],
    ["/PHOTO", "/photo"],
    ["/IT/Photo", "/it/photo"],
    ["/de", "/"],
    ["/DE/?a=1", "/?a=1"],
    ["/de/mobile/SMART60", "/mobile/SMART60"],
    ["/De/Checkout/4A/", "/checkout/4a"],
  ])("%s means %s", async (path, address) => {
    const { status, headers } = await get(path);
    expect([status, headers.get("location")]).toEqual([308, address]);
    expect((await get(address)).status).toBe(200);
  });

  test.each([
    "/nirgends/",
    "/de/de/",
    "/DE/photo/x",
    "/checkout/9/",
    "/mobile/",
    "/mobile/SMART60/x/",
    "//evil.example/",
    "/legal/CONSTRUCTOR",
  ])("%s means nothing", async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.get("location")]).toEqual([404, null]);
  });

  test("with a host in front lead nowhere else", async () => {
    for (const path of ["//evil.example/mobile/smart60/", "/%2F/evil.example/", "/\\evil.example/"]) {
      expect((await get(path)).headers.get("location")).toBeNull();
    }
    expect((await get("//MOBILE/smart60/")).headers.get("location") ?? "/").not.toMatch(/^\/\//);
  });

  test("share one page in each language, so that none is rendered per request", async () => {
    const [one, other] = [await get("/en/eins"), await get("/en/mobile/ZWEI?drei")];
    expect(other.html).toBe(one.html);
    expect(other.html).toContain('href="/fr/"');
    expect((await get("/it/eins")).html).not.toBe(one.html);
  });

  test("that cannot be decoded lead a browser to the page for unknown paths, never to another site", async () => {
    const open = (path: string, accept = "text/html,*/*;q=0.8") =>
      fetch(`${shop.url}${path}`, { redirect: "manual", headers: { accept } });
    const moved = await open("/fr/mobile/caf%E9?lang=%E9");
    expect([moved.status, moved.headers.get("location")]).toEqual([302, "/fr/mobile/caf%25E9"]);
    const page = await open(moved.headers.get("location") ?? "");
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('<html lang="fr-CH"');
    for (const path of ["//evil.example/%E9", "/\\evil.example/%E9", "/\\/evil.example/%E9"])
      expect((await open(path)).headers.get("location")).toBe("/evil.example/%25E9");
    expect((await open("/caf%E9", "application/json")).status).toBe(400);
    expect((await open("/public-api/caf%E9")).headers.get("content-type")).toContain("json");
  });

  test("of the API stay JSON", async () => {
    const { status, headers } = await get("/public-api/nirgends");
    expect(status).toBe(404);
    expect(headers.get("content-type")).toContain("json");
  });
});

describe("transferred content", () => {
  test("scripts are files; the policy allows only the page's own inline script, by its hash", async () => {
    const ofPage = async (path: string) => {
      const { headers, html } = await get(path);
      const policy = headers.get("content-security-policy") ?? "";
      const scripts = policy.split("; ").find((part) => part.startsWith("script-src")) ?? "";
      const hashes = [...html.matchAll(inline)].map(
        ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
      );
      expect(scripts).toContain("'self'");
      expect(scripts).not.toMatch(/unsafe|data:|\*/);
      expect(scripts.split(" ").filter((source) => source.startsWith("'sha256"))).toEqual(hashes);
      return { policy, hashes };
    };
    const inline = /<script(?![^>]*(?:src=|type="application\/))[^>]*>(.*?)<\/script>/gs;
    // One script: it checks the browser's age, in German the stored language, and in the checkout whether its script
    // has loaded.
    for (const path of ["/", "/fr/", "/fr/checkout/1"]) expect((await ofPage(path)).hashes).toHaveLength(1);
    const { policy, hashes } = await ofPage("/checkout/1");
    expect(hashes).toHaveLength(1);
    expect(policy.split("; ").find((part) => part.startsWith("style-src "))).toMatch(/'sha256-[^']+'/);
  });

  test("everything that a page refers to exists, and is compressed", async () => {
    for (const path of ["/", "/sr/mobile/SMART60", "/checkout/1", "/it/checkout/5", "/password-reset"]) {
      const { html } = await get(path);
      const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) {
        const { status, headers } = await get(file, { headers: { "accept-encoding": "br" } });
        expect([file, status]).toEqual([file, 200]);
        expect(headers.get("cache-control")).toContain("immutable");
        expect(headers.get("content-encoding")).toBe(file.endsWith(".woff2") ? null : "br");
      }
    }
  });

  test("a page that is already known is not sent again", async () => {
    const etag = (await get("/")).headers.get("etag") ?? "";
    const [first, again] = [await get("/"), await get("/", { headers: { "if-none-match": etag } })];
    expect(again.status).toBe(304);
    // A browser replaces stored headers with those of a 304: another policy would block the page's own style.
    expect(again.headers.get("content-security-policy")).toBe(first.headers.get("content-security-policy"));
    expect((await get("/en/", { headers: { "if-none-match": etag } })).status).toBe(200);
    for (const known of [`"other", ${etag}`, etag.replace("W/", ""), "*"])
      expect([known, (await get("/", { headers: { "if-none-match": known } })).status]).toEqual([known, 304]);
  });

  test("a page with a new cookie is private, also as a 304, and one without is not", async () => {
    const first = (await get("/")).headers;
    const etag = first.get("etag") ?? "";
    const [cookie = ""] = first.getSetCookie().map((each) => each.split(";")[0] ?? "");
    for (const path of ["/", "/mobile/SMART60", "/fr/", "/checkout/1", "/gone"]) {
      for (const headers of [{}, { "if-none-match": etag }]) {
        const answer = await get(path, { headers });
        expect([path, answer.headers.getSetCookie()]).toEqual([path, [expect.stringContaining("XSRF-TOKEN=")]]);
        expect([path, answer.headers.get("cache-control")]).toEqual([path, "private, no-cache"]);
      }
      expect((await get(path, { headers: { cookie } })).headers.get("cache-control")).toBe("no-cache");
    }
  });

  test("a client that refuses Brotli gets none", async () => {
    for (const refused of ["br;q=0", "gzip;q=1.0, br;q=0.0", "x-br"])
      for (const path of ["/", "/openapi.json"]) {
        const answer = await get(path, { headers: { "accept-encoding": refused } });
        expect([refused, path, answer.headers.get("content-encoding")]).toEqual([refused, path, null]);
      }
  });

  test("the description of the API is compressed, and not sent again to a client that has it", async () => {
    const first = await get("/openapi.json", { headers: { "accept-encoding": "br" } });
    expect(first.headers.get("content-encoding")).toBe("br");
    expect(JSON.parse(first.html)).toHaveProperty("openapi");
    const known = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await get("/openapi.json", { headers: known })).status).toBe(304);
    const plain = await get("/openapi.json", { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.html).toBe(first.html);
  });

  test("HEAD answers like GET, without the page", async () => {
    for (const [path, status] of [
      ["/", 200],
      ["/tv/277", 200],
      ["/nirgends", 404],
    ] as const) {
      const head = await get(path, { method: "HEAD" });
      expect([head.status, head.html]).toEqual([status, ""]);
      expect(head.headers.get("content-type")).toContain("text/html");
    }
  });

  test("checkout pages arrive with an outline: heading, steps, order, footer", async () => {
    const { html } = await get("/en/checkout/4");
    expect(html).toContain("<h1");
    expect([...html.matchAll(/data-state="(done|now|next)"/g)].map((match) => match[1])).toEqual([
      "done",
      "done",
      "now",
      "next",
      "next",
    ]);
    expect(html).toContain("data-order-bar");
    expect(html).toContain("<footer");
  });
});

test("a sold-out product is marked within a second or two, although pages are cached", async () => {
  expect(visible((await get("/device/AARE5")).html)).toContain("Zur Kasse");
  await shop.kasse.services.db.updateTable("stock").set({ on_hand: 0 }).where("article", "=", "AARE5").execute();
  await expect.poll(async () => visible((await get("/device/AARE5")).html)).not.toContain("Zur Kasse");
  expect(visible((await get("/device/AARE5")).html)).toContain("Ausverkauft");
});

test("a shop of sandboxes says that nothing is ordered or paid", async () => {
  expect(visible((await get("/")).html)).toContain("nichts wird wirklich bestellt oder bezahlt");
});
