import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startFake } from "#simulator/play/fake-server.ts";
import { startChildShop, type ChildShop } from "../support/child-shop.ts";
import { kasse } from "../support/cli.ts";
import { picture } from "../support/people.ts";
import { startArchivedServer, type ArchivedServer } from "../support/point-in-time.ts";
import { freePort } from "../support/ports.ts";
import { spawnServer } from "../support/process.ts";
import { havePrograms } from "../support/programs.ts";
import type { PostgresServer } from "../support/servers.ts";
import { eventually } from "../support/shop.ts";
import { expectOk } from "../support/shopper.ts";
import { WIDE_LIMITS } from "../support/wide-limits.ts";

type Event = { readonly eventId: string; readonly event: object };

describe.runIf(inject("long") && havePrograms())("a restore to a point in time", () => {
  let archived: ArchivedServer;
  let restored: PostgresServer;
  let folder: string;
  let shop: ChildShop;
  let image: Blob;
  let isReceiving = true;
  const received: Event[] = [];
  let receiver: Awaited<ReturnType<typeof startFake>>;
  const settings = () => ({
    ORDER_HANDOVER: "webhook",
    ORDER_WEBHOOK_URL: `${receiver.url}/orders`,
    ORDER_WEBHOOK_SECRET: "secret",
  });
  const startOn = async (server: PostgresServer) =>
    startChildShop({
      databaseUrl: server.url,
      dataDir: join(folder, "data"),
      port: await freePort(),
      paymentPort: await freePort(),
      env: { ...settings(), LOG_LEVEL: "silent" },
    });
  let people = 0;
  async function order(): Promise<string> {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await shopper.becomeCustomer(`pitr${(people += 1)}@example.ch`, image);
    return (await expectOk("order", shopper.call("createOrder", {}))).orderNumber;
  }
  const eventsOf = (number: string) => received.filter(({ event }) => JSON.stringify(event).includes(`"${number}"`));
  const handedOver = (number: string) =>
    eventually(`${number} is handed over`, () => Promise.resolve(eventsOf(number).length > 0));

  let [backedUp, kept, waiting, lost] = ["", "", "", ""];
  let receivedBefore: readonly string[] = [];
  beforeAll(async () => {
    receiver = await startFake(({ json }) => {
      if (!isReceiving) return { status: 503 };
      received.push(json() as Event);
      return { status: 204 };
    });
    [archived, image, folder] = await Promise.all([
      startArchivedServer(),
      picture(200, 200),
      mkdtemp(join(tmpdir(), "kasse-pitr-")),
    ]);
    shop = await startOn(archived.server);
    backedUp = await order();
    await handedOver(backedUp);
    await archived.backUp();
    kept = await order();
    await handedOver(kept);
    await delay(500);
    isReceiving = false;
    waiting = await order();
    await delay(500);
    const time = await archived.now();
    await delay(500);
    isReceiving = true;
    lost = await order();
    await Promise.all([handedOver(waiting), handedOver(lost)]);
    await delay(500);
    await shop.kill();
    receivedBefore = received.map(({ eventId }) => eventId);
    restored = await archived.restoreTo(time);
  }, 180_000);
  afterAll(async () => {
    await shop.kill();
    await receiver.stop();
    await archived.stop();
    await rm(folder, { recursive: true });
  });

  test("another data folder is rejected, and the database stays as restored", async () => {
    const env = {
      ...WIDE_LIMITS,
      ...settings(),
      DATABASE_URL: restored.url,
      PORT: String(await freePort()),
      PAYMENT_SANDBOX_PORT: String(await freePort()),
    };
    const without = await spawnServer({ ...env, DATA_DIR: join(folder, "other") }).ended;
    expect([without.code, without.err]).toEqual([1, expect.stringContaining('the key "local" of the documents')]);
    await cp(join(folder, "data"), join(folder, "half"), { recursive: true });
    await rm(join(folder, "half", "keys", "documents"));
    const half = await spawnServer({ ...env, DATA_DIR: join(folder, "half") }).ended;
    expect([half.code, half.err]).toEqual([1, expect.stringContaining("is missing here")]);
    const orders = await restored.query<{ number: string }>("select number from orders order by number");
    expect(orders.map(({ number }) => number)).toEqual([backedUp, kept, waiting]);
  });

  test("with its folder the shop continues: orders can be read, no number is reused, no event is repeated under a new id", async () => {
    shop = await startOn(restored);
    const env = { DATABASE_URL: restored.url, DATA_DIR: join(folder, "data") };
    const shown = await kasse(["orders", "show", kept], env);
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining("pitr2@example.ch") });
    const next = await order();
    expect(Number(next.slice(1))).toBeGreaterThan(Number(lost.slice(1)) + 9_000);
    await handedOver(next);
    // The restored database has no record of this delivery, which was in the lost time: the event arrives again, with
    // the same id.
    await eventually("the waiting order is handed over again", () => Promise.resolve(eventsOf(waiting).length > 1));
    await eventually("every event is delivered", async () => {
      const [row] = await restored.query<{ open: number }>(
        "select count(*)::int as open from handovers where delivered_at is null",
      );
      return row?.open === 0;
    });
    expect(new Set(eventsOf(waiting).map(({ eventId }) => eventId)).size).toBe(1);
    expect([backedUp, kept, lost].map((number) => eventsOf(number).length)).toEqual([1, 1, 1]);
    const fresh = received.slice(receivedBefore.length).filter(({ eventId }) => !receivedBefore.includes(eventId));
    expect(fresh.map(({ eventId }) => eventId)).toEqual(eventsOf(next).map(({ eventId }) => eventId));
  });
});
