import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { startAgent, type Agent } from "./agent.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { ucpErrors } from "./ucp-schemas.ts";

const PUBLIC_URL = "https://shop.example.ch";
const ORIGINS = "https://assistant.example https://app.example:8443";
const FRAME = { "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" };
const QUERY = "?ec_version=2026-04-08";
const line_items = [{ item: { id: "mobile:SMART30:182400002" }, quantity: 1 }];

let agent: Agent;
let shop: Shop;
let plain: Shop;
beforeAll(async () => {
  agent = await startAgent();
  const env = { AGENTS: "ucp", AGENTS_PLATFORMS: agent.profileUrl, PUBLIC_URL };
  const bundle = await loadBundle();
  shop = await startShop({ env: { ...env, AGENTS_EMBED_ORIGINS: ORIGINS }, bundle });
  plain = await startShop({ env, bundle });
  agent.visits({ url: shop.url, publicUrl: PUBLIC_URL });
});
afterAll(async () => {
  await Promise.all([shop.stop(), plain.stop(), agent.stop()]);
});

const get = (path: string, headers: Record<string, string> = {}, from = shop) =>
  fetch(from.url + path, { headers, redirect: "manual" });
const ancestorsOf = ({ headers }: Response) =>
  /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1];
const framing = (answer: Response) => [ancestorsOf(answer), answer.headers.get("x-frame-options")];
const cookiesOf = ({ headers }: Response) => headers.getSetCookie();
const COOKIE = "__Host-kasse-framed=any";

describe("a page in a frame", () => {
  test.each(["/prepared", "/fr/prepared", "/checkout/1", "/it/checkout/7p"])(
    "%s can be framed by the listed origins alone",
    async (path) => {
      const answer = await get(path + QUERY, FRAME);
      expect([answer.status, ...framing(answer)]).toEqual([200, ORIGINS, null]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.text()).toContain(`"origins":${JSON.stringify(ORIGINS.split(" "))}`);
    },
  );

  test("stays in it after a reload and in another language, by its cookie", async () => {
    expect(framing(await get("/en/checkout/4", { ...FRAME, cookie: COOKIE }))).toEqual([ORIGINS, null]);
  });

  test.each([
    ["without the parameter", "/prepared", FRAME],
    ["outside a frame", `/prepared${QUERY}`, { "sec-fetch-dest": "document" }],
    ["for a client that is no browser", `/prepared${QUERY}`, {}],
    ["outside a frame, with the cookie", "/checkout/4", { "sec-fetch-dest": "document", cookie: COOKIE }],
    ["the shop window", `/${QUERY}`, { ...FRAME, cookie: COOKIE }],
    ["the account", `/account${QUERY}`, { ...FRAME, cookie: COOKIE }],
    ["a mailed link", `/order${QUERY}`, { ...FRAME, cookie: COOKIE }],
    ["an unknown page", `/checkout/nothing${QUERY}`, { ...FRAME, cookie: COOKIE }],
    ["the API", `/public-api/catalogue${QUERY}`, { ...FRAME, cookie: COOKIE }],
  ] as const)("is none %s", async (_what, path, headers) => {
    const answer = await get(path, headers);
    expect(framing(answer)).toEqual(["'none'", "SAMEORIGIN"]);
    expect(await answer.text()).not.toContain("assistant.example");
  });

  test("is none in a shop without origins: every answer is as it was", async () => {
    for (const path of ["/prepared", "/checkout/4"]) {
      const answer = await get(path + QUERY, { ...FRAME, cookie: COOKIE }, plain);
      expect(framing(answer)).toEqual(["'none'", "SAMEORIGIN"]);
      expect(cookiesOf(answer)).toEqual([expect.stringMatching(/; SameSite=Lax$/)]);
      expect(await answer.text()).toBe(await (await get(path, {}, plain)).text());
    }
  });
});

describe("cookies", () => {
  const PARTITIONED = / Path=\/;( HttpOnly;)? Secure; Partitioned; SameSite=None$/;

  test("of a frame are partitioned, and those of the ordinary shop are not", async () => {
    const answer = await get(`/prepared${QUERY}&ec_color_scheme=dark`, FRAME);
    expect(cookiesOf(answer).map((each) => each.split("=")[0])).toEqual(["__Host-kasse-framed", "__Host-XSRF-TOKEN"]);
    for (const each of cookiesOf(answer)) expect(each).toMatch(PARTITIONED);
    expect(cookiesOf(answer)[0]).toMatch(/^__Host-kasse-framed=dark; .*HttpOnly/);
    const renewed = await get("/public-api/catalogue", { cookie: COOKIE, "sec-fetch-site": "same-origin" });
    expect(cookiesOf(renewed)).toEqual([expect.stringMatching(PARTITIONED)]);
    for (const headers of [{}, { "sec-fetch-dest": "document" }])
      expect(cookiesOf(await get(`/prepared${QUERY}`, headers))).toEqual([expect.stringMatching(/; SameSite=Lax$/)]);
  });

  test("do not weaken the writes: they come from the shop's own origin, with the XSRF header", async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${shop.url}/public-api/embedded-checkout`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: `${COOKIE}; __Host-XSRF-TOKEN=own`, ...headers },
        body: JSON.stringify({ secret: "dead", browser: randomUUID() }),
      });
    const own = { "sec-fetch-site": "same-origin", "X-XSRF-TOKEN": "own" };
    expect((await post(own)).status).toBe(404);
    expect((await post({ ...own, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post({ ...own, "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await post({ ...own, "X-XSRF-TOKEN": "" })).status).toBe(403);
  });
});

describe("what platforms and hosts read", () => {
  const BINDING = {
    "dev.ucp.shopping": [
      {
        version: "2026-04-08",
        transport: "embedded",
        config: { delegate: ["window.open"], color_scheme: ["light"] },
      },
    ],
  };
  const create = async () => (await agent.call("POST", "/checkout-sessions", { line_items })).body;
  const show = (
    at: Shop,
    body: { readonly secret: string; readonly browser: string },
    checkoutId: string | null = null,
  ) => {
    const shopper = at.shopper();
    shopper.checkoutId = checkoutId;
    return shopper.call("embeddedCheckout", body);
  };
  const secretOf = ({ continue_url: url }: { readonly continue_url: string }) => new URL(url).hash.slice(1);

  test("the profile and every checkout have the embedded service; without origins none", async () => {
    const transports = async (from: Shop) => {
      const profile: unknown = await (await get("/.well-known/ucp", {}, from)).json();
      expect(ucpErrors("../discovery/profile_schema.json#/$defs/business_profile", profile)).toEqual([]);
      return [...JSON.stringify(profile).matchAll(/"transport":"(\w+)"/g)].map(([, name]) => name);
    };
    expect(await transports(shop)).toContain("embedded");
    expect(await transports(plain)).not.toContain("embedded");
    const checkout = await create();
    expect(ucpErrors("shopping/checkout.json", checkout)).toEqual([]);
    expect(checkout.ucp).toMatchObject({ services: BINDING });
    agent.visits({ url: plain.url, publicUrl: PUBLIC_URL });
    expect((await create()).ucp).not.toHaveProperty("services");
    agent.visits({ url: shop.url, publicUrl: PUBLIC_URL });
  });

  test("a frame gets the checkout of its link exactly as the platform does, before and after the take-over", async () => {
    const { id, ...created } = await create();
    const [secret, browser] = [secretOf(created), randomUUID()];
    const same = async (reply: Awaited<ReturnType<typeof show>>) => {
      const { body } = await agent.call("GET", `/checkout-sessions/${id}`);
      const { continue_url: _, ...told } = reply.body.checkout;
      const { continue_url: __, ...read } = body;
      expect(told).toEqual(read);
      expect(ucpErrors("shopping/checkout.json", reply.body.checkout)).toEqual([]);
    };
    await same(await show(shop, { secret, browser }));
    const shopper = shop.shopper();
    const { body: seen } = await shopper.call("preparedCheckout", { secret, browser });
    const { body } = await shopper.call("preparedCheckout", { secret, browser, take: true, version: seen.version });
    const checkoutId = body.taken?.checkoutId ?? "";
    await same(await show(shop, { secret: "", browser }, checkoutId));
    await same(await show(shop, { secret, browser }));
    // Neither the checkout nor the link is enough for another browser.
    for (const other of [
      await show(shop, { secret: "", browser: randomUUID() }, checkoutId),
      await show(shop, { secret, browser: randomUUID() }),
      await show(shop, { secret: "", browser }),
    ])
      expect(other.status).toBe(404);
    expect(JSON.stringify(await show(shop, { secret: "", browser }, checkoutId))).not.toContain(checkoutId);
  });

  test("a shop without origins tells a frame nothing", async () => {
    agent.visits({ url: plain.url, publicUrl: PUBLIC_URL });
    const checkout = await create();
    agent.visits({ url: shop.url, publicUrl: PUBLIC_URL });
    expect((await show(plain, { secret: secretOf(checkout), browser: randomUUID() })).status).toBe(404);
  });
});
