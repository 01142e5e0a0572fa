import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import { sql } from "kysely";
import type { Logger } from "pino";
import { deriveKey } from "#server/platform/encryption/keys.ts";
import { clientNetwork, type SecurityLog } from "#server/platform/security/security-log.ts";
import { counterOf, recordRefusal, refusal, windowOf, type Limit, type Attempts } from "./limits.ts";
import type { Failed } from "./result.ts";

/**
 * Maximum number of counters in memory. The oldest are dropped beyond that, so that an attacker cannot fill the memory.
 */
const MAX_COUNTERS = 50_000;

type Counter = {
  /** Returns the key in the database: a keyed hash, computed only when counts are exchanged. */
  readonly key: () => string;
  readonly end: Date;
  readonly start: Date;
  shared: number;
  pending: number;
  refusals: number;
};

export type CallCounter<Name extends string> = {
  /** Counts a call, without waiting for the database. Returns a failure if it exceeds one of the limits. */
  count(calls: Attempts<Name>): Failed<"tooMany"> | null;
  /** Writes the counts that have not been written yet. */
  stop(): Promise<void>;
};

/**
 * Counts calls without a query per call. Each process counts in memory. Every `exchangeMs`, one statement adds its
 * counts to those of the other processes and returns the sums. A limit can therefore be exceeded by the calls of that
 * interval. Calls that cost money are counted exactly (`limits.ts`).
 */
export function createCallCounter<Name extends string>(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly security: SecurityLog;
  /** The key for hashing counted values. */
  readonly key: Buffer;
  readonly table: Readonly<Record<Name, Limit>>;
  readonly log: Pick<Logger, "warn">;
  /** Interval between exchanges of counts with other processes, in ms. */
  readonly exchangeMs: number;
}): CallCounter<Name> {
  const { db, now, security, table, log, exchangeMs } = needs;
  const hashKey = deriveKey(needs.key, "limits");
  const counters = new Map<string, Counter>();
  /** The running exchange. Exchanges run one after the other, so that an older result never replaces a newer one. */
  let exchanging: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  function counterFor(name: Name, limit: Limit, value: string): Counter {
    const { start, end } = windowOf(limit, now());
    const counted = `${name}:${limit.by === "address" ? clientNetwork(value) : value}`;
    const known = counters.get(counted);
    if (known && known.start.getTime() === start.getTime()) return known;
    const key = () => counterOf(hashKey, name, limit, value);
    const fresh = { key, start, end, shared: 0, pending: 0, refusals: 0 };
    counters.delete(counted);
    counters.set(counted, fresh);
    if (counters.size > MAX_COUNTERS) counters.delete(counters.keys().next().value ?? "");
    return fresh;
  }

  async function exchange(): Promise<void> {
    const moved = [...counters.values()]
      .filter(({ pending }) => pending > 0)
      .map((counter) => ({ key: counter.key(), counter, added: counter.pending }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
    for (const { counter } of moved) counter.pending = 0;
    // Add these counts to `shared` already now, so that they count until the result arrives.
    for (const { counter, added } of moved) counter.shared += added;
    if (moved.length > 0) {
      const { rows } = await sql<{ key: string; count: number }>`
        insert into limit_counters (key, window_start, count)
        select * from unnest(${moved.map(({ key }) => key)}::text[],
          ${moved.map(({ counter }) => counter.start.toISOString())}::timestamptz[],
          ${moved.map(({ added }) => added)}::int[])
        on conflict (key, window_start) do update set count = limit_counters.count + excluded.count
        returning key, count`.execute(db);
      const counts = new Map(rows.map(({ key, count }) => [key, count]));
      for (const { key, counter } of moved) counter.shared = counts.get(key) ?? counter.shared;
    }
    const time = now();
    for (const [key, { end, pending }] of counters) if (end <= time && pending === 0) counters.delete(key);
  }

  function schedule(): void {
    if (timer) return;
    timer = setTimeout(() => {
      timer = null;
      exchangeNext();
    }, exchangeMs);
    timer.unref();
  }

  function exchangeNext(): void {
    // If the connection is lost, losing the counts is better than failing a request.
    const lost = (error: Error) => log.warn({ error: error.message }, "limits were not exchanged");
    exchanging = exchanging.then(exchange).catch(lost);
  }

  return {
    count(calls) {
      for (const name of Object.keys(calls) as Name[]) {
        const limit = table[name];
        const value = calls[name] ?? "";
        const counter = counterFor(name, limit, value);
        if (counter.shared + counter.pending >= limit.count) {
          counter.refusals += 1;
          recordRefusal(security, { name, limit, value, address: undefined }, counter.refusals);
          return refusal(counter.end, now());
        }
        counter.pending += 1;
        schedule();
      }
      return null;
    },
    async stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      exchangeNext();
      await exchanging;
    },
  };
}
