import { AsyncLocalStorage } from "node:async_hooks";
import { TransactionBuilder } from "kysely";
import pg from "pg";

/**
 * Makes every HTTP test fail if work inside a transaction takes a second connection of the same pool. Enough of them at
 * once hold all connections and wait for each other, until a time limit ends them and everything else waits too.
 */
type Taken = Map<pg.Pool, number>;
const transactions = new AsyncLocalStorage<Taken>();

const execute = TransactionBuilder.prototype.execute as (work: (tx: never) => Promise<unknown>) => Promise<unknown>;
TransactionBuilder.prototype.execute = function (this: never, work: (tx: never) => Promise<unknown>) {
  // A test that holds a transaction, to see what waits for it, may do anything else meanwhile.
  const [, , caller = ""] = new Error().stack?.split("\n") ?? [];
  if (!caller.includes("/server/")) return execute.call(this, (tx: never) => transactions.exit(() => work(tx)));
  // The transaction takes its own connection with its first statement. One inside another one is a second connection.
  const taken: Taken = transactions.getStore() ?? new Map();
  return execute.call(this, (tx: never) => transactions.run(taken, () => work(tx)));
} as never;

const connect = pg.Pool.prototype.connect as (...args: unknown[]) => Promise<pg.PoolClient>;
pg.Pool.prototype.connect = function (this: pg.Pool, ...args: unknown[]) {
  const taken = transactions.getStore();
  if (taken) {
    const count = (taken.get(this) ?? 0) + 1;
    taken.set(this, count);
    if (count > 1) throw new Error("A transaction takes a second connection of its pool");
  }
  return connect.apply(this, args);
} as never;
