import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wideLimits } from "../support/wide-limits.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { stillClock } from "../support/window-end.ts";

/** Tries wrong passwords, each with another X-Forwarded-For; returns the number of attempts that are not rejected. */
async function tries(shop: Shop, forwarded: () => string, count: number): Promise<number> {
  let passed = 0;
  for (let index = 0; index < count; index++) {
    const status = await post(shop.url, { "x-forwarded-for": forwarded() });
    if (status !== 429) passed += 1;
  }
  return passed;
}

/** Calls POST /password-login as a client that can set any header. */
function post(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ username: `${Math.random()}@example.ch`, password: "falsches Wort" });
    const all = { "content-type": "application/json", cookie: "XSRF-TOKEN=a", "x-xsrf-token": "a", ...headers };
    const sent = request(`${url}/public-api/password-login`, { method: "POST", headers: all }, (reply) => {
      reply.resume().once("end", () => resolve(reply.statusCode ?? 0));
    });
    sent.once("error", reject).end(body);
  });
}

let number = 0;
const another = () => `198.51.${(number += 1) % 250}.7`;

describe.each([
  ["no", "is ignored", () => another(), 5],
  ["1", "counts its last entry, which the proxy wrote", () => `${another()}, 203.0.113.9`, 5],
  ["2", "counts the entry of the first proxy", () => `${another()}, 203.0.113.10, 192.0.2.1`, 5],
  ["loopback", "counts its last entry that is not a proxy", () => `${another()}, 203.0.113.11`, 5],
  ["127.0.0.0/8,10.0.0.0/8", "skips all proxies", () => `${another()}, 203.0.113.12, 10.1.2.3`, 5],
  ["10.0.0.0/8", "is ignored from others", () => another(), 5],
  ["1", "counts an IPv6 network, not its addresses", () => `${another()}, 2001:db8:5:6::${(number += 1)}`, 5],
  ["1", "tells clients behind the proxy apart", () => another(), 12],
] as const)("TRUST_PROXY=%s: X-Forwarded-For", (TRUST_PROXY, what, forwarded, expected) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ env: { TRUST_PROXY, ...wideLimits({ passwordsPerAddress: 5 }) }, now: stillClock() });
  });
  afterAll(() => shop.stop());
  test(what, async () => {
    expect(await tries(shop, forwarded, 12)).toBe(expected);
  });
});
