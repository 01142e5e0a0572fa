import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { BodyOf } from "#contract/endpoints.ts";
import { STEPS, type Step } from "#core/steps.ts";
import { picture, personForm } from "../support/people.ts";
import { SEED, seeded } from "../support/seeded.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { startTwoShops } from "../support/two-shops.ts";
import type { Shopper } from "../support/shopper.ts";

/**
 * Random sequences of calls against the real server: two tabs, skipped and repeated steps, payments that are paid,
 * cancelled and declined, records that change in between. After each sequence the database must be in no state that the
 * model forbids, and on the way no answer may show a forbidden one.
 */
const FREE = {
  LIMIT_REGISTRATIONS_PER_ADDRESS: "1000000",
  LIMIT_PASSWORDS_PER_ACCOUNT: "1000000",
  LIMIT_PASSWORDS_PER_ADDRESS: "1000000",
};
/** One server, and two processes on one database between which a seeded balancer spreads the requests. */
const SERVERS = [
  { servers: "one server", sequences: inject("long") ? 1500 : 60, start: () => startShop({ env: FREE }) },
  {
    servers: "two server processes",
    sequences: inject("long") ? 400 : 25,
    start: () => startTwoShops(seeded(SEED + 1), FREE),
  },
];

let shop: Pick<Shop, "shopper" | "database" | "stop">;
let image: Blob;

const RECORDS: readonly BodyOf<"checkout">[] = [
  { type: "Tariff", tariff: "SMART30" },
  { type: "Tariff", tariff: "SMART60", mobile: "AARE5", bundles: ["EU10"] },
  { type: "Tariff", tariff: "PREPAID10" },
  { type: "Tariff", tariff: "PREPAID20", bundles: ["TWIN"] },
  { type: "Tv Device", tv_tariff: "TVM", tv_device: ["STB1"] },
  { type: "TV Tariff", tv_tariff: "277" },
  { type: "Tariff", tariff: "SMART60", bonus: 1 },
];

/** One click, call or event; `index` chooses what it is about. */
const ACTIONS = [
  "choose",
  "register",
  "logIn",
  "validate",
  "update",
  "upload",
  "create",
  "beginPayment",
  "pay",
  "decline",
  "cancel",
  "status",
  "order",
  "prepare",
  "forget",
] as const;
type Action = (typeof ACTIONS)[number];
const action = fc.record({ kind: fc.constantFrom(...ACTIONS), index: fc.nat(6), tab: fc.nat(1) });
/** Mostly sensible: a run through the steps, with anything mixed in between. */
const ROUTE: readonly Action[] = [
  "choose",
  "register",
  "validate",
  "update",
  "upload",
  "create",
  "beginPayment",
  "pay",
  "status",
  "order",
];
const sequence = fc
  .tuple(fc.array(action, { minLength: 3, maxLength: 14 }), fc.array(fc.nat(13), { maxLength: 14 }), fc.nat(6))
  .map(([wild, at, index]) => {
    const steps: { kind: Action; index: number; tab: number }[] = ROUTE.map((kind) => ({ kind, index, tab: 0 }));
    wild.forEach((each, place) => steps.splice(at[place] ?? steps.length, 0, each));
    return steps;
  });

type World = { tabs: Shopper[]; email: string; payments: string[]; statuses: number[]; orders: Set<string> };
let people = 0;

async function act(world: World, { kind, index, tab }: { kind: Action; index: number; tab: number }): Promise<void> {
  const shopper = world.tabs[tab] as Shopper;
  const form = personForm(world.email);
  const reply = await perform();
  if (!reply) return;
  world.statuses.push(reply.status);
  expect(reply.status, `${kind} answered ${JSON.stringify(reply.body)}`).toBeLessThan(500);
  const body = reply.body as Record<string, unknown>;
  if ("page" in body) expect([...STEPS, null]).toContain(body["page"] as Step | null);
  if (kind === "order" && reply.status === 200) world.orders.add(String(body["orderNumber"]));

  async function perform() {
    switch (kind) {
      case "choose": {
        const record = RECORDS[index % RECORDS.length] as BodyOf<"checkout">;
        const chosen = await shopper.call(
          "checkout",
          shopper.checkoutId ? { ...record, id: shopper.checkoutId } : record,
        );
        if (chosen.status === 200) for (const each of world.tabs) each.checkoutId = chosen.body.id;
        return chosen;
      }
      case "register":
        return shopper.register(world.email);
      case "logIn": {
        const login = await shopper.logIn("lea.rossi@example.ch");
        if (login.status === 200) for (const each of world.tabs) each.token = shopper.token;
        return login;
      }
      case "validate":
        return shopper.call("validateCustomer", form);
      case "update":
        return shopper.call("updateCustomer", form);
      case "upload":
        return shopper.upload(image);
      case "create": {
        const created = await shopper.createCustomer({
          ...form,
          idNo: `M${world.email.replace(/\D/g, "").padStart(8, "0")}`,
        });
        for (const each of world.tabs) each.token = shopper.token;
        return created;
      }
      case "beginPayment": {
        const begun = await shopper.call("prepareTransaction");
        if (begun.status === 200 && "redirectUrl" in begun.body) world.payments.push(begun.body.redirectUrl);
        return begun;
      }
      case "pay":
      case "decline":
      case "cancel": {
        const url = world.payments.at(-1 - (index % Math.max(1, world.payments.length)));
        if (url) await shopper.pressAtProvider(url, kind);
        return null;
      }
      case "status": {
        const hosted = world.payments.at(-1)?.split("/").at(-1);
        return hosted ? shopper.transactionStatus(hosted) : null;
      }
      case "order":
        return shopper.call("createOrder", { billPayed: index % 2 === 0 });
      case "prepare":
        return shopper.prepare(STEPS[index % STEPS.length] ?? "1");
      case "forget":
        shopper.token = null;
        return null;
    }
  }
}

const rows = async <Row extends object>(sql: string, ...values: unknown[]) =>
  (await shop.database.pool.query(sql, values)).rows as Row[];

/** What the model forbids of a checkout, whatever was called. */
async function expectSound(world: World): Promise<void> {
  const id = world.tabs[0]?.checkoutId;
  expect(world.orders.size).toBeLessThanOrEqual(1);
  if (!id) return;
  const orders = await rows<{
    bill_paid: boolean;
    payment_id: string | null;
    shown: { quote: { total: number; lines: { billing: number }[] } };
    customer: { last_name: string; terms: boolean };
    document_id: string | null;
  }>("select * from orders where checkout_id = $1", id);
  expect(orders.length).toBeLessThanOrEqual(1);
  const settled = async () => {
    await shop.database.pool.query("select graphile_worker.add_job('settle-payments', '{}', job_key := 'model')");
    const open = await rows(
      "select 1 from payments p join sandbox_payments s on s.id = p.hosted_id where p.checkout_id = $1 and s.outcome = 'paid' and p.state not in ('ordered', 'refunded')",
      id,
    );
    return open.length === 0;
  };
  await eventually("every payment that was paid is ordered or refunded", settled, 15_000);
  const after = await rows<{
    bill_paid: boolean;
    payment_id: string | null;
    shown: { quote: { total: number } };
    customer: { terms: boolean };
    document_id: string | null;
    record: { type: string };
  }>("select * from orders where checkout_id = $1", id);
  const payments = await rows<{ id: string; state: string; amount: number }>(
    "select id, state, amount from payments where checkout_id = $1",
    id,
  );
  const ordered = payments.filter((payment) => payment.state === "ordered");
  expect(ordered.length).toBeLessThanOrEqual(1);
  const order = after[0];
  if (!order) return expect(ordered).toEqual([]);
  const due = order.shown.quote.total;
  expect(order.bill_paid).toBe(due > 0);
  expect(ordered.map((payment) => [payment.id, payment.amount])).toEqual(due > 0 ? [[order.payment_id, due]] : []);
  expect(order.customer.terms).toBe(true);
  if (order.record.type === "Tariff") expect(order.document_id).not.toBeNull();
}

describe.each(SERVERS)("any sequence of calls to $servers", ({ sequences, start }) => {
  beforeAll(async () => {
    [shop, image] = await Promise.all([start(), picture(64, 64)]);
  });
  afterAll(() => shop.stop());

  test("never reaches a state that the model forbids", { timeout: 900_000 }, async () => {
    const reached = new Set<number>();
    let orders = 0;
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        people += 1;
        const world: World = {
          tabs: [shop.shopper(), shop.shopper()],
          email: `model${people}@example.ch`,
          payments: [],
          statuses: [],
          orders: new Set(),
        };
        for (const step of steps) await act(world, step);
        await expectSound(world);
        for (const status of world.statuses) reached.add(status);
        orders += world.orders.size;
      }),
      { numRuns: sequences, seed: SEED, endOnFailure: true },
    );
    // The sequences are worth something only if many end in an order and many are refused.
    expect(orders).toBeGreaterThan(sequences / 10);
    expect(reached).toContain(409);
  });
});
