import { AsyncLocalStorage } from "node:async_hooks";
import { TransactionBuilder } from "kysely";
import pg from "pg";

/**
 * Makes every HTTP test fail if a transaction of the product
 * - takes a second connection of its pool: enough of them at once hold all connections and wait for each other, until a
 *   time limit ends them and everything else waits too;
 * - locks rows in another order than ADR 69 says: two such transactions can wait for each other.
 */
type Transaction = {
  /** The pools of which this transaction, and those around it, hold a connection. */
  readonly pools: Set<pg.Pool>;
  /** Whether it has not taken its own connection yet. */
  isNew: boolean;
  /** The tables whose rows it has locked so far. */
  readonly locked: Set<string>;
};
const transactions = new AsyncLocalStorage<Transaction>();

const execute = TransactionBuilder.prototype.execute as (work: (tx: never) => Promise<unknown>) => Promise<unknown>;
TransactionBuilder.prototype.execute = function (this: never, work: (tx: never) => Promise<unknown>) {
  // A test that holds a transaction, to see what waits for it, may do anything else meanwhile.
  const [, , caller = ""] = new Error().stack?.split("\n") ?? [];
  if (!caller.includes("/server/")) return execute.call(this, (tx: never) => transactions.exit(() => work(tx)));
  // The transaction takes its own connection with its first statement. One inside another one is a second connection.
  const begun: Transaction = { pools: new Set(transactions.getStore()?.pools), isNew: true, locked: new Set() };
  return execute.call(this, (tx: never) => transactions.run(begun, () => work(tx)));
} as never;

const connect = pg.Pool.prototype.connect as (...args: unknown[]) => Promise<pg.PoolClient>;
pg.Pool.prototype.connect = function (this: pg.Pool, ...args: unknown[]) {
  const transaction = transactions.getStore();
  if (transaction) {
    if (transaction.pools.has(this)) throw new Error("A transaction takes a second connection of its pool");
    if (transaction.isNew) transaction.pools.add(this);
    transaction.isNew = false;
  }
  return connect.apply(this, args);
} as never;

/** Rows of one purchase: who locks rows of two of these tables has locked the checkout first. */
const OF_A_PURCHASE: ReadonlySet<string> = new Set(["orders", "esims", "payments"]);
/** Rows that purchases share, in the order in which they are locked. */
const SHARED: readonly string[] = ["document_claims", "numbers", "number_transfers", "stock"];

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const transaction = transactions.getStore();
  const [first] = args as [string | { readonly text?: string } | undefined];
  const text = typeof first === "string" ? first : first?.text;
  if (transaction && text !== undefined) noteLocks(transaction.locked, text);
  return query.apply(this, args);
} as never;

/** Notes the tables whose rows a statement locks. Throws if they are locked too late. */
function noteLocks(locked: Set<string>, sql: string): void {
  // What skips locked rows never waits, so it may come at any time.
  if (/\bskip locked\b/i.test(sql)) for (const table of readTables(sql)) locked.add(table);
  for (const table of tablesLockedBy(sql)) {
    if (locked.has(table)) continue;
    const others = [...OF_A_PURCHASE].filter((each) => locked.has(each));
    if (OF_A_PURCHASE.has(table) && others.length > 0 && !locked.has("checkouts"))
      throw new Error(
        `A transaction locks ${others.join(", ")} and then ${table}, but not the checkout first (ADR 69)`,
      );
    if (table === "checkouts" && others.length > 0)
      throw new Error(`A transaction locks ${others.join(", ")} before the checkout (ADR 69)`);
    const later = SHARED.slice(SHARED.indexOf(table) + 1).filter((each) => locked.has(each));
    if (SHARED.includes(table) && later.length > 0)
      throw new Error(`A transaction locks ${later.join(", ")} and then ${table} (ADR 69)`);
    locked.add(table);
  }
}

/** Returns the tables whose rows a statement locks and may have to wait for. */
function tablesLockedBy(sql: string): readonly string[] {
  const changed = [...sql.matchAll(/\b(?:update|delete from)\s+"?(\w+)"?/gi)].map(([, table = ""]) => table);
  const claimed = [...sql.matchAll(/\binsert into\s+"?(\w+)"?[^;]*\bon conflict\b/gi)].map(([, table = ""]) => table);
  return [...changed, ...claimed, ...(/\bfor (?:no key )?update\b/i.test(sql) ? readTables(sql) : [])];
}

const readTables = (sql: string): readonly string[] =>
  [...sql.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)].map(([, table = ""]) => table);
