import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { picture } from "../support/people.ts";
import { SEED, seeded } from "../support/seeded.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { startTwoShops } from "../support/two-shops.ts";
import { act, ACTIONS, FREE, ROUTE, type Act, type World } from "./actions.ts";
import { expectSound } from "./sound.ts";

/**
 * Random sequences of calls against the real server: two tabs, skipped and repeated steps, payments that are paid,
 * cancelled and declined, records that change in between. After each sequence the database must be in no state that the
 * model forbids, and no answer in between can show a forbidden one.
 */
/** One server, and two processes on one database, with a seeded balancer distributing the requests. */
const SERVERS = [
  { servers: "one server", sequences: inject("long") ? 1500 : 15, start: () => startShop({ jobs: true, env: FREE }) },
  {
    servers: "two server processes",
    sequences: inject("long") ? 400 : 6,
    start: () => startTwoShops(seeded(SEED + 1), FREE),
  },
];

let shop: Pick<Shop, "shopper" | "database" | "stop">;
let image: Blob;

const action = fc.record({ kind: fc.constantFrom(...ACTIONS), index: fc.nat(6), tab: fc.nat(1) });
/** A mostly sensible sequence: a run through the steps, with random actions in between. */
const sequence = fc
  .tuple(fc.array(action, { minLength: 3, maxLength: 14 }), fc.array(fc.nat(13), { maxLength: 14 }), fc.nat(6))
  .map(([wild, at, index]) => {
    const steps: Act[] = ROUTE.map((kind) => ({ kind, index, tab: 0 }));
    wild.forEach((each, place) => steps.splice(at[place] ?? steps.length, 0, each));
    return steps;
  });

let people = 0;

describe.each(SERVERS)("any sequence of calls to $servers", ({ sequences, start }) => {
  beforeAll(async () => {
    [shop, image] = await Promise.all([start(), picture(200, 200)]);
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
          customer: { username: "lea.rossi@example.ch" },
          payments: [],
          statuses: [],
          orders: new Set(),
          seen: [],
        };
        for (const step of steps) await act(world, step, image);
        await expectSound(shop.database, world);
        for (const status of world.statuses) reached.add(status);
        orders += world.orders.size;
      }),
      { numRuns: sequences, seed: SEED, endOnFailure: true },
    );
    if (!inject("long")) return;
    // The sequences are only meaningful if many end in an order and many are rejected.
    expect(orders).toBeGreaterThan(sequences / 10);
    expect(reached).toContain(409);
  });
});
