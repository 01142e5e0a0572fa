import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STARTED_CHECKOUT } from "#contract/paths.ts";
import { loadBundle } from "#server/pages/assets.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { wideLimits } from "../support/wide-limits.ts";
import { stillClock } from "../support/window-end.ts";

// The buy button as a form, before or without a script (ADR 6).

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ bundle: await loadBundle() });
});
afterAll(() => shop.stop());

const SMART = { type: "Tariff", tariff: "SMART60", binding: "182400002" };
const OWN = { "sec-fetch-site": "same-origin" };

type Sent = { readonly record?: unknown; readonly headers?: Record<string, string>; readonly to?: Shop };
async function send(path: string, { record = SMART, headers = OWN, to = shop }: Sent = {}) {
  const body = new URLSearchParams({ record: typeof record === "string" ? record : JSON.stringify(record) });
  const response = await fetch(to.url + path, { method: "POST", redirect: "manual", headers, body });
  const [cookie = ""] = response.headers.getSetCookie().filter((each) => each.startsWith(STARTED_CHECKOUT.cookie));
  return { response, html: await response.text(), cookie };
}
const begunOf = (cookie: string) =>
  JSON.parse(decodeURIComponent(/=([^;]*)/.exec(cookie)?.[1] ?? "null")) as { id: string; record: object } | null;
const count = async () => {
  const { db } = shop.kasse.services;
  const { checkouts } = await db
    .selectFrom("checkouts")
    .select((eb) => eb.fn.countAll<string>().as("checkouts"))
    .executeTakeFirstOrThrow();
  return Number(checkouts);
};

describe("the buy button without a script", () => {
  test("starts the checkout of the chosen term and leads to its first page", async () => {
    const { response, cookie } = await send("/mobile/SMART60");
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toMatch(/^\/checkout\/1#begun-[\w-]{4}$/);
    const begun = begunOf(cookie);
    expect(begun).toMatchObject({ pageStep: "1", record: SMART });
    const row = await shop.kasse.services.db
      .selectFrom("checkouts")
      .select("record")
      .where("id", "=", begun?.id ?? "")
      .executeTakeFirstOrThrow();
    expect(row.record).toEqual(SMART);
  });

  test("hands over the checkout in a cookie that expires soon; no URL contains the id", async () => {
    const { response, cookie } = await send("/mobile/SMART60");
    expect(cookie).toMatch(/; Max-Age=300(;|$)/);
    expect(cookie).toMatch(/; SameSite=Lax(;|$)/);
    expect(response.headers.get("location")).not.toContain(begunOf(cookie)?.id);
  });

  test("names the cookie in the URL, and has a separate cookie for each checkout; old unused ones are removed", async () => {
    const tagOf = (location: string | null) => location?.split("#begun-")[1] ?? "";
    const first = await send("/mobile/SMART60");
    const second = await send("/mobile/SMART60");
    const tags = [first, second].map(({ response }) => tagOf(response.headers.get("location")));
    expect(first.cookie.startsWith(`${STARTED_CHECKOUT.cookie}${tags[0]}=`)).toBe(true);
    expect(tags[0]).not.toBe(tags[1]);
    const left = (count: number) =>
      Array.from({ length: count }, (_, index) => `${STARTED_CHECKOUT.cookie}old${index}=x`).join("; ");
    const cleared = async (count: number) => {
      const { response } = await send("/mobile/SMART60", { headers: { ...OWN, cookie: left(count) } });
      return response.headers.getSetCookie().filter((each) => /^kasse-begun-old.*1970/.test(each)).length;
    };
    expect([await cleared(3), await cleared(4)]).toEqual([0, 4]);
  });

  test("prepaid starts at the account, in the language of the page", async () => {
    const { response, cookie } = await send("/fr/mobile/PREPAID10", {
      record: { type: "Tariff", tariff: "PREPAID10" },
    });
    expect(response.headers.get("location")).toMatch(/^\/fr\/checkout\/3#begun-/);
    expect(begunOf(cookie)).toMatchObject({ pageStep: "2" });
  });
});

describe("a form that cannot start a checkout gets a page with a message, and no checkout is created", () => {
  const refused = async (path: string, sent: Sent) => {
    const before = await count();
    const { response, html, cookie } = await send(path, sent);
    expect(cookie).toBe("");
    expect(await count()).toBe(before);
    expect(response.headers.get("content-type")).toContain("text/html");
    return { status: response.status, alert: /role="alert">(.*?)<\/div><\/div><\/div>/s.exec(html)?.[1] ?? "", html };
  };

  test.each([
    ["another site's", { "sec-fetch-site": "cross-site" }],
    ["a neighbour's", { "sec-fetch-site": "same-site" }],
    ["an older browser's, for another site,", { origin: "https://evil.example" }],
    ["a browser's that says nothing", {}],
  ])("%s request", async (_name, headers) => {
    expect(await refused("/en/mobile/SMART60", { headers })).toMatchObject({
      status: 403,
      alert: expect.stringContaining("Please go to checkout once more"),
    });
  });

  test("a request from an older browser is served", async () => {
    const { response } = await send("/mobile/SMART60", {
      headers: { origin: new URL(shop.kasse.services.config.publicUrl).origin },
    });
    expect(response.status).toBe(303);
  });

  test.each([["{"], [{ type: "Tariff" }], [{ type: "Tariff", tariff: "GONE" }], [{ type: "Nothing" }], [""]])(
    "a record that is not for sale: %j",
    async (record) => {
      expect(await refused("/it/mobile/SMART60", { record })).toMatchObject({
        status: 422,
        alert: expect.stringContaining("è appena cambiata"),
      });
    },
  );

  test("a product that is sold out", async () => {
    const record = { type: "Tariff", tariff: "SMART60", mobile: "EDELWEISS3", binding: "182400001" };
    expect(await refused("/fr/device/EDELWEISS3", { record })).toMatchObject({
      status: 409,
      alert: expect.stringContaining("est désormais épuisé"),
    });
  });

  test("a product that does not exist", async () => {
    expect(await refused("/sr/mobile/GONE", {})).toMatchObject({ status: 404 });
  });
});

test.each([
  ["checkouts", "checkoutsPerAddress"],
  ["calls", "callsPerAddress"],
] as const)("too many %s of one address: the page shows how long to wait", async (_what, limit) => {
  const strict = await startShop({ env: wideLimits({ [limit]: 2 }), bundle: await loadBundle(), now: stillClock() });
  try {
    for (let sent = 0; sent < 2; sent++)
      expect((await send("/mobile/SMART60", { to: strict })).response.status).toBe(303);
    const { response, html } = await send("/mobile/SMART60", { to: strict });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(html).toContain("Das waren viele Versuche");
  } finally {
    await strict.stop();
  }
});

test("over https the checkout is handed over in a cookie that no other host can set", async () => {
  const publicUrl = "https://shop.example.ch";
  const secure = await startShop({ env: { PUBLIC_URL: publicUrl }, bundle: await loadBundle() });
  try {
    const { response } = await send("/mobile/SMART60", { to: secure, headers: { origin: publicUrl } });
    const [cookie] = response.headers.getSetCookie().filter((each) => each.startsWith(STARTED_CHECKOUT.secureCookie));
    expect(STARTED_CHECKOUT.secureCookie).toMatch(/^__Host-/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).toMatch(/; Secure(;|$)/);
  } finally {
    await secure.stop();
  }
});
