import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tmf685 } from "#server/integrations/phone-numbers/tmf685.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { countNumbers, loadNumbers, withdrawNumbers } from "#server/shop/phone-numbers/pool.ts";
import { topUpNumbers } from "#server/shop/phone-numbers/top-up.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

type Asked = { readonly name: string; readonly quantity: number; readonly pool: string };

/**
 * A pool management as defined by TM Forum's TMF685 (Reservation: `name`, `reservationItem[].quantity`,
 * `resourceCapacity.capacityDemandAmount` and `.resourcePool.id`; answered with `id`, `reservationState`,
 * `reservationItem[].appliedCapacityAmount.resource[]`). A reservation requested again with its key is the same one.
 */
class NumberPool {
  readonly asked: Asked[] = [];
  readonly reserved = new Map<string, readonly string[]>();
  left = 1000;
  next = 1;
  /** The faults of the next answers. */
  readonly faults: ("lost" | "refused" | "garbage" | "empty" | "acknowledged")[] = [];
  list: "resource" | "resources" = "resource";
  private server: Server | null = null;

  async start(): Promise<string> {
    this.server = createServer((request, response) => void this.answer(request, response));
    await new Promise<void>((resolve) => this.server?.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/tmf-api/resourcePoolManagement/v1`;
  }

  stop(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const part of request) text += String(part);
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== "Bearer pool-secret")
      return void send(401, { code: "41", reason: "Unauthorized" });
    if (request.method !== "POST" || !request.url?.endsWith("/v1/reservation"))
      return void send(404, { code: "60", reason: "Not found" });
    const body = JSON.parse(text) as {
      name: string;
      reservationItem: {
        quantity: number;
        resourceCapacity: { capacityDemandAmount: number; resourcePool: { id: string } };
      }[];
    };
    const [item] = body.reservationItem;
    if (!item || request.headers["idempotency-key"] !== body.name)
      return void send(400, { code: "20", reason: "Bad request" });
    this.asked.push({ name: body.name, quantity: item.quantity, pool: item.resourceCapacity.resourcePool.id });
    const fault = this.faults.shift();
    if (fault === "refused") return void send(503, { code: "1", reason: "Later" });
    const numbers = this.reserved.get(body.name) ?? this.reserve(item.resourceCapacity.capacityDemandAmount);
    this.reserved.set(body.name, numbers);
    if (fault === "lost") return void request.socket.destroy();
    if (fault === "garbage") return void response.writeHead(201).end("<html>");
    if (fault === "empty") return void send(201, {});
    // The reservation is accepted, and its resources will be applied later (TMF685, state of a reservation).
    if (fault === "acknowledged")
      return void send(201, {
        id: "R",
        name: body.name,
        reservationState: "acknowledged",
        reservationItem: [{ quantity: item.quantity }],
      });
    send(201, {
      id: `R${this.reserved.size}`,
      "@type": "resourceItemReservation",
      name: body.name,
      reservationState: numbers.length === item.quantity ? "completed" : "partiallyCompleted",
      reservationItem: [
        {
          quantity: item.quantity,
          appliedCapacityAmount: {
            appliedDemandAmount: numbers.length,
            [this.list]: numbers.map((id) => ({ id, "@referredType": "LogicalResource" })),
          },
        },
      ],
    });
  }

  private reserve(wanted: number): readonly string[] {
    const count = Math.min(wanted, this.left);
    this.left -= count;
    return Array.from({ length: count }, () => `4176${String((this.next += 1)).padStart(7, "0")}`);
  }
}

let sale: SaleDatabase;
let pool: NumberPool;
let url: string;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());
beforeEach(async () => {
  lines.length = 0;
  pool?.stop();
  pool = new NumberPool();
  url = await pool.start();
  await sale.query("delete from number_requests");
  await sale.query("update numbers set state = 'withdrawn'");
});
afterAll(() => pool.stop());

const lines: Record<string, unknown>[] = [];
const log = pino(
  { base: null, timestamp: false },
  { write: (line: string) => void lines.push(JSON.parse(line) as never) },
);
const job = (low = 20, db = sale.db) =>
  topUpNumbers({
    db,
    log,
    now: () => sale.clock.now,
    numbers: {
      port: tmf685({ url, secret: "pool-secret", pool: "P7", certificate: null, timeoutMs: 2000 }),
      low,
    },
  })({});
const offered = async () => (await countNumbers(sale.db, sale.clock.now)).offered;
let block = 500_000;
/** Makes the pool return numbers that it has not returned before. */
const fresh = () => (pool.next = block += 1000);

describe("numbers are requested", () => {
  test("when few are on offer, and not before", async () => {
    fresh();
    await job();
    expect(pool.asked).toEqual([{ name: expect.stringMatching(/^[0-9a-f-]{36}$/), quantity: 20, pool: "P7" }]);
    expect(await offered()).toBe(20);
    await job();
    expect(pool.asked).toHaveLength(1);
    await job(21);
    expect(pool.asked).toHaveLength(2);
    expect(await offered()).toBe(41);
  });

  test("in either spelling of the specification's list", async () => {
    fresh();
    pool.list = "resources";
    await job();
    expect(await offered()).toBe(20);
  });

  test.each(["lost", "refused", "garbage", "empty", "acknowledged"] as const)(
    "again with the same key when an answer is %s, so that none is reserved twice",
    async (fault) => {
      fresh();
      pool.faults.push(fault);
      await expect(job()).rejects.toBeInstanceOf(Unavailable);
      await job();
      expect(new Set(pool.asked.map(({ name }) => name)).size).toBe(1);
      expect([pool.reserved.size, await offered()]).toEqual([1, 20]);
    },
  );

  test("once by two processes at the same moment", async () => {
    fresh();
    await Promise.all([job(), job(), job()]);
    expect(new Set(pool.asked.map(({ name }) => name)).size).toBe(1);
    expect(await offered()).toBe(20);
  });

  test("once, even if another process receives its numbers just after this one has counted", async () => {
    fresh();
    let results = 0;
    const meanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // The first result says that no request is open, the second how many numbers are on offer.
        if ((results += 1) === 2) await job();
        return result;
      },
    };
    await job(20, sale.db.withPlugin(meanwhile));
    expect(pool.reserved.size).toBe(1);
    expect(await offered()).toBe(20);
    expect(await sale.query("select from number_requests where answered_at is null")).toEqual([]);
  });

  test("again later when the pool has no more; the log says how many were requested and reserved", async () => {
    fresh();
    pool.left = 3;
    await job();
    await job();
    expect(await offered()).toBe(3);
    pool.left = 100;
    await job();
    expect(await offered()).toBe(23);
    const fewer = expect.stringContaining("fewer numbers than requested");
    expect(lines).toEqual([
      { level: 40, asked: 20, received: 3, loaded: 3, msg: fewer },
      { level: 40, asked: 20, received: 0, loaded: 0, msg: fewer },
      { level: 30, asked: 20, received: 20, loaded: 20, msg: "numbers reserved" },
    ]);
  });

  test("and one that the shop already had is not offered again", async () => {
    fresh();
    const by = { actor: "anna", reason: null, now: sale.clock.now };
    const known = `4176${String(pool.next + 1).padStart(7, "0")}`;
    await loadNumbers(sale.db, [known], by);
    await withdrawNumbers(sale.db, [known], by);
    await job();
    expect(await offered()).toBe(19);
  });

  test("never without a number pool", async () => {
    const none = topUpNumbers({
      db: sale.db,
      log,
      now: () => sale.clock.now,
      numbers: null,
    });
    await none({});
    expect(pool.asked).toEqual([]);
  });
});
