import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_PREFIX } from "#contract/paths.ts";
import { startShop, type Shop } from "../support/shop.ts";

const SECRET = "a secret that the warehouse alone has";
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ env: { STOCK_SECRET: SECRET } });
});
afterAll(() => shop.stop());

let events = 0;
async function report(event: object, token: string | null = SECRET): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(`${shop.url}${API_PREFIX}/stock-events`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({
      eventId: `stock-${(events += 1)}`,
      eventTime: new Date().toISOString(),
      article: "AARE5",
      kind: "received",
      pieces: 1,
      ...event,
    }),
  });
  return { status: reply.status, body: await reply.json() };
}
const OK = { status: 200, body: { ok: true } };
const pieces = async () =>
  (await shop.database.pool.query<{ on_hand: number }>("select on_hand from stock where article = 'AARE5'")).rows[0]
    ?.on_hand;

describe("a report of the warehouse", () => {
  test("adds pieces, or sets their number, and is in the ledger", async () => {
    expect(await report({ pieces: 5, reason: "delivery 4711" })).toEqual(OK);
    expect(await pieces()).toBe(30);
    expect(await report({ kind: "counted", pieces: 0 })).toEqual(OK);
    expect(await pieces()).toBe(0);
    expect((await shop.shopper().call("product", undefined, { kind: "device", code: "AARE5" })).body).toMatchObject({
      onStock: false,
    });
    const { rows } = await shop.database.pool.query(
      "select kind, pieces, actor, reason from stock_movements where article = 'AARE5' and kind <> 'opening' order by id",
    );
    expect(rows).toEqual([
      { kind: "received", pieces: 5, actor: "warehouse", reason: "delivery 4711" },
      { kind: "counted", pieces: -30, actor: "warehouse", reason: null },
    ]);
  });

  test("counts once, also if it is delivered repeatedly or simultaneously", async () => {
    const before = (await pieces()) ?? 0;
    const again = await Promise.all(Array.from({ length: 5 }, () => report({ eventId: "same", pieces: 3 })));
    expect(again).toEqual(again.map(() => OK));
    expect(await pieces()).toBe(before + 3);
  });

  test.each([{ pieces: 7 }, { article: "PIZLITE" }, { kind: "counted" }])(
    "with an id that was used for another report, %j, is rejected, so that no pieces are lost",
    async (other) => {
      const id = `used-${JSON.stringify(other)}`;
      expect(await report({ eventId: id, pieces: 3 })).toEqual(OK);
      const before = await pieces();
      expect((await report({ eventId: id, pieces: 3, ...other })).status).toBe(409);
      expect(await pieces()).toBe(before);
      expect(await report({ eventId: id, pieces: 3 })).toEqual(OK);
    },
  );

  test("cannot forge a ledger line in a terminal", async () => {
    const reason = "note\u0000 1\n2026-01-01  received  +99\u001b[31m";
    expect(await report({ eventId: "forged", reason })).toEqual(OK);
    const { rows } = await shop.database.pool.query("select reason from stock_movements where event_id = 'forged'");
    expect(rows).toEqual([{ reason: "note  1 2026-01-01  received  +99 [31m" }]);
  });

  test("from the future is rejected, because it would swallow the sales until then", async () => {
    const before = await pieces();
    const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    expect((await report({ kind: "counted", pieces: 99, eventTime: ahead(6) })).status).toBe(400);
    expect(await pieces()).toBe(before);
    expect(await report({ eventTime: ahead(4) })).toEqual(OK);
  });

  test("about an uncounted article is not found", async () => {
    expect((await report({ article: "NOPE" })).status).toBe(404);
  });

  test.each([
    { pieces: -1 },
    { pieces: 1.5 },
    { kind: "lost" },
    { eventTime: "yesterday" },
    { eventTime: "2026-02-30T00:00:00Z" },
    { eventTime: "0001-01-01T00:00:00Z" },
    { eventId: "" },
    { eventId: "a\u0000b" },
    { eventId: "a\nb" },
    { article: "'" },
  ])("%j is unreadable", async (event) => {
    expect((await report(event)).status).toBe(400);
  });

  test.each(["wrong", "", null])("with the token %j is rejected", async (token) => {
    const before = await pieces();
    expect((await report({}, token)).status).toBe(401);
    expect(await pieces()).toBe(before);
  });
});
