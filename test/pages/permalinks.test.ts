import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STARTED_CHECKOUT } from "#contract/paths.ts";
import { loadBundle } from "#server/pages/assets.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { wideLimits } from "../support/wide-limits.ts";
import { stillClock } from "../support/window-end.ts";

// Addresses with a configuration (ADR 62).

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ bundle: await loadBundle() });
});
afterAll(() => shop.stop());

const OWN = { "sec-fetch-site": "same-origin" };
type Sent = { readonly headers?: Record<string, string>; readonly method?: string; readonly to?: Shop };

/** Returns a page without its styles, which would hide everything else where a test fails. */
const contentOf = (html: string) => html.replace(/<style>.*?<\/style>/s, "");

/** Sends a path as it is written, which `fetch` would encode. */
async function get(path: string, { headers = {}, method = "GET", to = shop }: Sent = {}) {
  const response = Promise.withResolvers<{ status: number; location: string | null; type: string; html: string }>();
  const { hostname, port } = new URL(to.url);
  const sent = request({ hostname, port, path, method, headers }, (answer) => {
    let html = "";
    answer.setEncoding("utf8").on("data", (part: string) => (html += part));
    const { location = null, "content-type": type = "" } = answer.headers;
    answer.on("end", () => response.resolve({ status: answer.statusCode ?? 0, location, type, html: contentOf(html) }));
  });
  sent.on("error", response.reject).end();
  return response.promise;
}

async function post(path: string, { headers = OWN, to = shop }: Sent = {}, ticket?: string) {
  const body = new URLSearchParams(ticket === undefined ? {} : { ticket });
  const response = await fetch(to.url + path, { method: "POST", redirect: "manual", headers, body });
  const [cookie = ""] = response.headers.getSetCookie().filter((each) => each.startsWith(STARTED_CHECKOUT.cookie));
  const begun = JSON.parse(decodeURIComponent(/=([^;]*)/.exec(cookie)?.[1] ?? "null")) as { id: string } | null;
  return { response, status: response.status, html: contentOf(await response.text()), id: begun?.id ?? "" };
}

const rowOf = (id: string) =>
  shop.kasse.services.db
    .selectFrom("checkouts")
    .select(["record", "source", "locale"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
async function count() {
  const { rows } = await shop.database.pool.query<{ count: number }>("select count(*)::int from checkouts");
  return rows[0]?.count;
}
/** What the page says is wrong, by field. */
const mistakesIn = (html: string): Record<string, string> => {
  const rows = html.matchAll(/<dt translate="no">([^<]*)<\/dt><dd>(.*?)<\/dd>/g);
  return Object.fromEntries([...rows].map(([, field = "", text = ""]) => [field, text.replace(/<[^>]*>/g, "")]));
};

const LINK = "/buy/SMART60?mobile=SAENTISX&bundles=EU10,TWIN&binding=182400001&source=autumn-26&utm_source=mail";

describe("opening a link", () => {
  test("of TV whose price ends before its contract shows the price afterwards, and the total", async () => {
    const { html } = await get("/en/buy/tv/TVM?tv_duration=3");
    expect(html).toMatch(/3 months, then /);
    expect(html).toMatch(/<dt>Total over 21 months<\/dt><dd>CHF.[\d.]+<\/dd>/);
    expect((await get("/en/buy/tv/TVM?tv_duration=24")).html).not.toContain("Total over");
  });

  test("shows what it buys, in the language of the address, and begins nothing", async () => {
    const before = await count();
    const { status, html } = await get(`/fr${LINK}`);
    expect(status).toBe(200);
    expect(html).toContain('<html lang="fr-CH">');
    expect(html).toContain('<meta name="robots" content="noindex">');
    for (const text of ["Votre sélection", "SMART 60", "Säntis X", "Pack voyage Europe", "Deuxième carte", "76.40"])
      expect(html).toContain(text);
    expect(html).toContain('data-link="follow"');
    expect(await count()).toBe(before);
  });

  test.each([
    ["a preview", "HEAD", {}],
    ["a prefetch", "GET", { "sec-purpose": "prefetch;prerender" }],
    ["an older prefetch", "GET", { purpose: "prefetch" }],
    ["another site", "GET", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }],
  ])("by %s begins nothing", async (_name, method, headers) => {
    const before = await count();
    expect((await get(LINK, { method, headers })).status).toBe(200);
    expect(await count()).toBe(before);
  });

  test("with the language links to the same configuration", async () => {
    const { html } = await get(LINK);
    expect(html).toContain(`href="/it${LINK.replaceAll("&", "&amp;")}"`);
  });

  test.each([
    ["/de/buy/SMART60?limit=100", "/buy/SMART60?limit=100"],
    ["/fr/buy/smart60?limit=100", "/fr/buy/SMART60?limit=100"],
    ["/buy/TV/tvm", "/buy/tv/TVM"],
    ["/buy/SMART60.", "/buy/SMART60"],
    ["/fr/buy/SMART60%29?limit=100", "/fr/buy/SMART60?limit=100"],
    ["/buy/SMART60%20", "/buy/SMART60"],
    ["/buy/SMART60%0D%0A", "/buy/SMART60"],
    ["/buy/tv/TVM%E2%80%8B?tv_duration=3", "/buy/tv/TVM?tv_duration=3"],
    ["/mobile/SMART60.", "/mobile/SMART60"],
    ["/mobile/SMART60%EF%BB%BF", "/mobile/SMART60"],
    ["/mobile/SMART60/).", "/mobile/SMART60"],
    ["/buy/SMART60%E2%80%8B", "/buy/SMART60"],
    // Programs that encode the question mark, or add their fields without one.
    ["/buy/SMART60%3Flimit=100", "/buy/SMART60?limit=100"],
    ["/buy/smart60%3flimit=100?utm_source=mail", "/buy/SMART60?limit=100?utm_source=mail"],
    ["/fr/buy/SMART60&limit=100", "/fr/buy/SMART60?limit=100"],
    ["/mobile/SMART60&utm_source=mail", "/mobile/SMART60?utm_source=mail"],
  ])("%s leads to the right address", async (path, location) => {
    expect(await get(path)).toMatchObject({ status: 308, location });
  });

  test("is the same with additions of programs, signs of the text around it and codes in another case", async () => {
    const changed =
      "/buy/SMART60?amp;MOBILE=saentisx&amp;bundles=eu10,twin&syclid=1&_kx=2&binding=182400001%3Futm_id=3&source=autumn-26.";
    const { status, html } = await get(`/fr${changed}`);
    expect([status, mistakesIn(html)]).toEqual([200, {}]);
    for (const text of ["Säntis X", "Pack voyage Europe", "Deuxième carte", "76.40"]) expect(html).toContain(text);
    const { id } = await post(`/fr${changed}`);
    expect((await rowOf(id)).record).toEqual((await rowOf((await post(`/fr${LINK}`)).id)).record);
  });

  test("search engines are told not to", async () => {
    expect((await get("/robots.txt")).html).toMatch(/Disallow: \/buy\/\nDisallow: \/\*\/buy\/\n/);
  });
});

describe("the form of a link", () => {
  test("begins the checkout of the link and leads to its first page", async () => {
    const { response, id } = await post(`/fr${LINK}`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toMatch(/^\/fr\/checkout\/1#begun-[\w-]{4}$/);
    expect(await rowOf(id)).toEqual({
      record: {
        type: "Tariff",
        tariff: "SMART60",
        mobile: "SAENTISX",
        bundles: ["EU10", "TWIN"],
        binding: "182400001",
      },
      source: "link:autumn-26",
      locale: "fr",
    });
  });

  test("of TV begins a checkout of TV, of a link without a name", async () => {
    const { response, id } = await post("/buy/tv/TVM?tv_duration=24&tv_device=STB1");
    expect(response.headers.get("location")).toMatch(/^\/checkout\/1#/);
    expect(await rowOf(id)).toMatchObject({
      record: { type: "TV Tariff", tv_tariff: "TVM", tv_duration: 24, tv_device: ["STB1"] },
      source: "link",
    });
  });

  test("of a prepaid tariff leads to the account", async () => {
    const { response } = await post("/it/buy/PREPAID10");
    expect(response.headers.get("location")).toMatch(/^\/it\/checkout\/3#/);
  });

  test.each([
    ["another site's", { "sec-fetch-site": "cross-site" }],
    ["a browser's that says nothing", {}],
  ])("%s begins nothing", async (_name, headers) => {
    const before = await count();
    const { status, html } = await post(`/en${LINK}`, { headers });
    expect(status).toBe(403);
    expect(html).toContain("Please go to checkout once more");
    expect(html).not.toContain('data-link="follow"');
    expect(await count()).toBe(before);
  });
});

describe("a link that cannot be bought says so on a page", () => {
  const refused = async (path: string) => {
    const before = await count();
    const shown = await get(path);
    expect(shown.type).toContain("text/html");
    const sent = await post(path);
    expect(sent.status).toBe(shown.status);
    expect(sent.id).toBe("");
    expect(await count()).toBe(before);
    return { ...shown, mistakes: mistakesIn(shown.html) };
  };

  test.each([["/en/buy/GONE?source=a"], ["/en/buy/tv/SMART60"], ["/en/buy/tv"], [`/en/buy/${"A".repeat(150)}`]])(
    "a tariff that is not sold: %s",
    async (path) => {
      const { status, html } = await refused(path);
      expect(status).toBe(404);
      expect(html).toContain("We don’t offer this");
      expect(html).toMatch(/href="\/en\/#(mobile|tv)"/);
    },
  );

  test.each([
    ["bundels=EU10", "bundels", /^There’s no such field. Possible fields: mobile, binding, bundles, .*, source$/],
    ["limit=100&limit=200", "limit", /^This field appears more than once/],
    ["mobile=", "mobile", /^A value is missing here/],
    [`mobile=${"A".repeat(3000)}`, "mobile", /^This value is too long/],
    ["mobile=%F0", "mobile", /^This value can’t be read/],
    ["limit=many", "limit", /^This must be a whole number/],
    ["insurance=yes", "insurance", /^This must be 1 for yes/],
    ["source=Autumn", "source", /^Use lower-case letters/],
  ])("a query that cannot be read: %s", async (query, field, text) => {
    const { status, html, mistakes } = await refused(`/en/buy/SMART60?${query}`);
    expect([status, mistakes]).toEqual([400, { [field]: expect.stringMatching(text) }]);
    expect(html).toContain("This link doesn’t work");
    expect(html).toContain('href="/en/mobile/SMART60"');
  });

  test.each([
    ["bundles=KIDS", { bundles: "This doesn’t go with the rest of your order. Please choose something else." }],
    ["bundles=LEGACY1", { bundles: "We don’t offer this. Please choose something else." }],
    ["mobile=GONE", { mobile: "We don’t offer this. Please choose something else." }],
    ["mobile=AARE5&binding=182400002", { mobile: expect.stringContaining("doesn’t go with") }],
    ["limit=99999", { limit: "This value isn’t possible. Please choose another." }],
    ["insurance=1", { insurance: expect.stringContaining("doesn’t go with") }],
  ])("a configuration that is not sold: %s", async (query, mistakes) => {
    expect(await refused(`/en/buy/SMART60?${query}`)).toMatchObject({ status: 422, mistakes });
  });

  test("a device that is sold out", async () => {
    const { status, html } = await refused("/fr/buy/SMART60?mobile=EDELWEISS3");
    expect(status).toBe(409);
    expect(html).toContain("est épuisé");
    expect(html).toContain('href="/fr/device/EDELWEISS3"');
    expect(html).not.toContain('data-link="follow"');
  });

  test("a device that a partner sells", async () => {
    const { status, html } = await get("/en/buy/SMART60?mobile=MATTERHORN");
    expect(status).toBe(200);
    expect(html).toContain("Buy from our partner");
    expect(html).not.toContain('data-link="follow"');
    expect((await post("/en/buy/SMART60?mobile=MATTERHORN")).status).toBe(422);
  });

  test("no word of a stranger is on the page", async () => {
    const { html } = await refused("/en/buy/SMART60?bundle%3Cb=1&bundles%3C=1");
    expect(html).not.toContain("<b=");
    expect(html).toContain('<dt translate="no">bundles…</dt>');
  });
});

test("a crowd queues as on the product page, and keeps its place", async () => {
  const env = { ...wideLimits({}), LAUNCH_PER_MINUTE: "60" };
  const busy = await startShop({ env, bundle: await loadBundle() });
  try {
    const ticketOf = (html: string) => /name="ticket" value="(device\/SAENTISX\.\d+\.[\w-]+)"/.exec(html)?.[1];
    let queued = await post(`/en${LINK}`, { to: busy });
    while (queued.status === 303 || !queued.html.includes("ahead of you"))
      queued = await post(`/en${LINK}`, { to: busy });
    expect(queued.status).toBe(429);
    expect(Number(queued.response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(queued.html).toContain("A lot of people want to order right now");
    const ticket = ticketOf(queued.html);
    expect(ticket).toBeDefined();
    const again = await post(`/en${LINK}`, { to: busy }, ticket);
    expect([again.status, ticketOf(again.html)]).toEqual([429, ticket]);
  } finally {
    await busy.stop();
  }
});

test("links count like presses of the buy button", async () => {
  const strict = await startShop({
    env: wideLimits({ checkoutsPerAddress: 2 }),
    bundle: await loadBundle(),
    now: stillClock(),
  });
  try {
    for (let sent = 0; sent < 2; sent++) expect((await post(LINK, { to: strict })).status).toBe(303);
    const { status, html } = await post(LINK, { to: strict });
    expect(status).toBe(429);
    expect(html).toContain("Das waren viele Versuche");
  } finally {
    await strict.stop();
  }
});

describe("the source of a checkout", () => {
  test.each([
    [undefined, "shop"],
    ["link", "link"],
    ["link:partner-1", "link:partner-1"],
    ["agent:evil.example", "shop"],
    ["link:Not Allowed", "shop"],
  ])("POST /checkout with %j counts as %j, and stays when the record changes", async (source, stored) => {
    const shopper = shop.shopper();
    const { id } = await shopper.choose({ type: "Tariff", tariff: "SMART30", source });
    await shopper.choose({ type: "Tariff", tariff: "SMART30", limit: 100, source: "link:later" });
    expect(await rowOf(id)).toEqual({
      record: { type: "Tariff", tariff: "SMART30", limit: 100 },
      source: stored,
      locale: "de",
    });
  });
});
