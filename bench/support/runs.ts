import { setTimeout as delay } from "node:timers/promises";
import { Timings } from "./figures.ts";
import type { Customer, Load } from "./purchase.ts";
import { usageOf, type Usage } from "./server.ts";
import { steadily } from "./steady.ts";

/** The measurements of a run. Rates are per second, processor times in ms per purchase. */
export type Run = {
  readonly purchases: number;
  readonly rate: number;
  readonly cpu: number;
  readonly node: number;
  readonly database: number;
  readonly timings: Timings;
};

/** Registers one customer with a token for each shopper. Their purchases also warm the server up. */
export function makeCustomers(load: Load, count: number): Promise<Customer[]> {
  return Promise.all(Array.from({ length: count }, () => load.buy(null, null)));
}

/**
 * Lets each customer buy again and again, to find the highest rate. The latencies of such a run are lower than at a
 * fixed rate, where purchases also wait for earlier ones.
 */
export function saturate(load: Load, pid: number, customers: readonly Customer[], seconds: number): Promise<Run> {
  return measure(pid, async (timings) => {
    const end = performance.now() + seconds * 1000;
    let purchases = 0;
    const shop = async (customer: Customer) => {
      while (performance.now() < end) {
        await load.buy(customer, timings);
        purchases += 1;
      }
    };
    await Promise.all(customers.map(shop));
    return purchases;
  });
}

/**
 * Starts purchases at a given rate, however slow the server is (no coordinated omission). If `customers` is null, every
 * purchase registers a customer.
 */
export function atRate(
  load: Load,
  pid: number,
  customers: readonly Customer[] | null,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Run> {
  return measure(pid, async (timings) => {
    await steadily(perSecond, seconds, async (index) => {
      await load.buy(customers?.[index % customers.length] ?? null, timings);
    });
    return Math.ceil(perSecond * seconds);
  });
}

/** How long a run waits for its remaining jobs, whose processor time is part of the run, in ms. */
const SETTLE_MS = 500;

async function measure(pid: number, work: (timings: Timings) => Promise<number>): Promise<Run> {
  await delay(SETTLE_MS);
  const timings = new Timings();
  const [before, began] = [usageOf(pid), performance.now()];
  const purchases = await work(timings);
  const seconds = (performance.now() - began) / 1000;
  await delay(SETTLE_MS);
  const after = usageOf(pid);
  const spent = (of: (usage: Usage) => number) => ((of(after) - of(before)) * 1000) / purchases;
  return {
    purchases,
    rate: purchases / seconds,
    cpu: spent(({ cpuSeconds }) => cpuSeconds),
    node: spent(({ nodeSeconds }) => nodeSeconds),
    database: spent(({ cpuSeconds, nodeSeconds }) => cpuSeconds - nodeSeconds),
    timings,
  };
}
