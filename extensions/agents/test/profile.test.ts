import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startShop, type Shop } from "#test/support/shop.ts";
import { ucpErrors } from "./ucp-schemas.ts";

const PUBLIC_URL = "https://shop.example.ch";
const env = { AGENTS: "ucp", AGENTS_PLATFORMS: "https://platform.example/ucp", PUBLIC_URL };
const PROFILE = "../discovery/profile_schema.json#/$defs/business_profile";

type Profile = {
  ucp: {
    services: Record<string, { transport: string; endpoint: string }[]>;
    capabilities: Record<string, { extends?: unknown }[]>;
    payment_handlers: Record<string, unknown[]>;
  };
  signing_keys: { kid: string; d?: string }[];
};

describe("the business profile", () => {
  let shop: Shop;
  let now = new Date("2026-12-31T23:30:00Z");
  const get = (init: RequestInit = {}) => fetch(`${shop.url}/.well-known/ucp`, { redirect: "manual", ...init });
  const profile = async () => (await (await get()).json()) as Profile;

  beforeAll(async () => {
    shop = await startShop({ env, now: () => now });
  });
  afterAll(() => shop.stop());

  test("is valid by UCP's schema", async () => {
    expect(ucpErrors(PROFILE, await profile())).toEqual([]);
    // The schema is one that can find a mistake.
    expect(ucpErrors(PROFILE, { ucp: { version: "draft" } })).not.toEqual([]);
  });

  test("is the one of this shop", async () => {
    const { ucp } = await profile();
    expect(ucp).toMatchObject({ version: "2026-04-08" });
    expect(ucp.services["dev.ucp.shopping"]).toMatchObject([
      { transport: "rest", endpoint: `${PUBLIC_URL}/ucp` },
      { transport: "mcp", endpoint: `${PUBLIC_URL}/ucp/mcp` },
    ]);
    expect(Object.fromEntries(Object.entries(ucp.capabilities).map(([name, [each]]) => [name, each?.extends]))).toEqual(
      {
        "dev.ucp.shopping.checkout": undefined,
        "dev.ucp.shopping.catalog.search": undefined,
        "dev.ucp.shopping.catalog.lookup": undefined,
        "dev.ucp.shopping.order": undefined,
        "dev.ucp.shopping.buyer_consent": "dev.ucp.shopping.checkout",
        "ch.example.shop.shopping.telecom": [
          "dev.ucp.shopping.checkout",
          "dev.ucp.shopping.catalog.search",
          "dev.ucp.shopping.catalog.lookup",
        ],
      },
    );
    expect(ucp.payment_handlers).toMatchObject({
      "ch.example.shop.redirect_payment": [{ id: "sandbox-hosted", available_instruments: [{ type: "redirect" }] }],
    });
  });

  test("is served as UCP demands: JSON that everybody may keep for a while, without a redirect or a cookie", async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toMatch(/^public, max-age=\d{2,}$/);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  test("can be asked for without its content, and if it has changed", async () => {
    const head = await get({ method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const etag = head.headers.get("etag") ?? "";
    const same = await get({ headers: { "if-none-match": etag } });
    expect(same.status).toBe(304);
    expect(same.headers.get("cache-control")).toMatch(/^public, /);
    expect((await get({ method: "POST" })).status).toBe(404);
  });

  test("has the public keys of this quarter, the next and the last, and changes with the quarter", async () => {
    const before = await profile();
    expect(before.signing_keys.map(({ kid }) => kid.slice(0, 7))).toEqual(["2026-q4", "2027-q1", "2026-q3"]);
    expect(before.signing_keys.filter(({ d }) => d !== undefined)).toEqual([]);
    now = new Date("2027-01-01T00:30:00Z");
    const after = await profile();
    expect(after.signing_keys.map(({ kid }) => kid.slice(0, 7))).toEqual(["2027-q1", "2027-q2", "2026-q4"]);
    expect(after.signing_keys).toEqual(expect.arrayContaining(before.signing_keys.slice(0, 2)));
  });
});

test("a shop without agents answers as for any unknown path", async () => {
  const shop = await startShop();
  const answers = await Promise.all(
    ["/.well-known/ucp", "/.well-known/nothing"].map(async (path) => {
      const answer = await fetch(shop.url + path);
      return [answer.status, answer.headers.get("content-type"), await answer.text()];
    }),
  );
  await shop.stop();
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBe(404);
});
