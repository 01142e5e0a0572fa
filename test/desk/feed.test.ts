import type { Readable } from "node:stream";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { PERIODS } from "#server/config/periods.ts";
import { createFeed } from "#server/desk/events/feed.ts";
import { beginSession } from "#server/operator/desk-people/sessions.ts";
import { primaryReads } from "#server/platform/database/replica/stale-reads.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Reads a stream up to the first version of the list of orders. */
async function versionIn(stream: Readable): Promise<string> {
  let text = "";
  for await (const part of stream.iterator({ destroyOnReturn: false })) {
    text += String(part);
    const version = /event: orders\ndata: (.*)\n/.exec(text)?.[1];
    if (version !== undefined) return version;
  }
  throw new Error("The stream has ended");
}

test("who opens the desk after nobody has listened for some time sees no earlier state", async () => {
  const values = { email: "sandra@example.ch", name: "Sandra", roles: ["support" as const] };
  const { id } = await sale.db.insertInto("desk_people").values(values).returning("id").executeTakeFirstOrThrow();
  const person = { ...values, id, actor: values.email, issuer: null };
  const { token } = await beginSession(sale.db, { person, device: null, now: sale.clock.now });
  const { db, needs } = sale;
  const feed = createFeed({
    db,
    reads: primaryReads(db),
    now: needs.now,
    config: readConfig({}),
    log: pino({ level: "silent" }),
    periods: PERIODS,
  });
  const open = () => feed.open({ person, token, lastEventId: null })!;
  const first = open();
  const before = await versionIn(first);
  first.destroy();
  await vi.advanceTimersByTimeAsync(PERIODS.deskEvents);
  const { id: checkoutId } = await sale.checkout({ type: "Tariff", tariff: "SMART30" });
  await sale.order(checkoutId, await sale.account("new@example.ch"));
  const second = open();
  expect(await versionIn(second)).not.toBe(before);
  second.destroy();
  await feed.stop();
});
