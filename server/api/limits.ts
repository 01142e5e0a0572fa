import type { KeyObject } from "node:crypto";
import { CompiledQuery } from "kysely";
import type { Database } from "#server/platform/database/database.ts";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";
import { clientNetwork, type SecurityLog } from "#server/platform/security/security-log.ts";
import type { Clock } from "#server/platform/clock.ts";
import { fail, type Failed } from "./result.ts";

/** What a limit counts by: tries from one client address, for one phone number, and so on, or all tries (`all`). */
export type CountedBy = "address" | "checkout" | "account" | "number" | "person" | "document" | "all";

/** At most `count` tries in a window of `seconds`, for each of `by`. */
export type Limit = { readonly count: number; readonly seconds: number; readonly by: CountedBy };

/** The values by which a try is counted, by the limit's name. For a limit of `all`, the value is "". */
export type Tries<Name extends string> = Readonly<Partial<Record<Name, string>>>;

export type Limits<Name extends string> = {
  /**
   * Counts a try against each of the limits, in this order, and fails with `tooMany` at the first that is exceeded.
   * Exact, and shared by all server processes: one statement in the database (`count_tries`). `address` is only for
   * the security log.
   */
  take<Tried extends Name>(tries: Tries<Tried>, address?: string): Promise<Taken<Tried>>;
  /** The same, but counted once a day for the same `subject`: later tries for it are allowed without counting. */
  takeOnce<Tried extends Name>(subject: string, tries: Tries<Tried>, address?: string): Promise<Taken<Tried>>;
};

/** `exceeded`: the limit that refused the try. */
type Taken<Name extends string> =
  | { readonly ok: true; readonly value: null }
  | (Failed<"tooMany"> & { readonly exceeded: Name });

const A_DAY = { seconds: 86_400 };

/** Share of an overall limit at which an operator is alerted. */
const NEAR = 0.8;

const COUNT = "select count_tries($1, $2, $3, $4, $5) as counts";

export function createLimits<Name extends string>(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly security: SecurityLog;
  /** The key for the hashes of counted values: the database contains no address, e-mail or number of a client. */
  readonly key: Buffer;
  readonly table: Readonly<Record<Name, Limit>>;
}): Limits<Name> {
  const { db, now, security, key, table } = needs;
  const hashKey = deriveKey(key, "limits");

  async function count<Tried extends Name>(
    tries: Tries<Tried>,
    address: string | undefined,
    subject: string | null,
  ): Promise<Taken<Tried>> {
    const time = now();
    const counted = (Object.keys(tries) as Tried[]).map((name) => {
      const [limit, value] = [table[name], tries[name] ?? ""];
      return { name, limit, value, key: counterOf(hashKey, name, limit, value), window: windowOf(limit, time) };
    });
    const { rows } = await db.executeQuery<{ counts: readonly number[] }>(
      CompiledQuery.raw(COUNT, [
        counted.map((each) => each.key),
        counted.map(({ window }) => window.start.toISOString()),
        counted.map(({ limit }) => limit.count),
        subject && `once:${pseudonym(hashKey, subject)}`,
        subject && windowOf(A_DAY, time).start,
      ]),
    );
    for (const [index, reached] of (rows[0]?.counts ?? []).entries()) {
      const each = counted[index];
      if (!each) continue;
      const { name, limit, value, window } = each;
      if (limit.by === "all" && reached === Math.ceil(limit.count * NEAR))
        security.record("limit.near", { limit: name });
      if (reached <= limit.count) continue;
      recordRefusal(security, { name, limit, value, address }, reached - limit.count);
      return { ...refusal(window.end, time), exceeded: name };
    }
    return { ok: true, value: null };
  }

  return {
    take: (tries, address) => count(tries, address, null),
    takeOnce: (subject, tries, address) => count(tries, address, subject),
  };
}

/** Returns the key of a counter in the database. */
export function counterOf(hashKey: KeyObject, name: string, { by }: Limit, value: string): string {
  if (by === "all") return name;
  return `${name}:${pseudonym(hashKey, by === "address" ? clientNetwork(value) : value)}`;
}

/** Returns the time window that contains `now`. Windows start at multiples of their length. */
export function windowOf({ seconds }: Pick<Limit, "seconds">, now: Date): { readonly start: Date; readonly end: Date } {
  const length = seconds * 1000;
  const start = Math.floor(now.getTime() / length) * length;
  return { start: new Date(start), end: new Date(start + length) };
}

export function refusal(end: Date, now: Date): Failed<"tooMany"> {
  return fail("tooMany", { retryAfter: Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000)) });
}

type Refused = {
  readonly name: string;
  readonly limit: Limit;
  readonly value: string;
  readonly address: string | undefined;
};

/** Records the first, second, fourth, eighth … refusal of a window, so that a flood of calls does not flood the log. */
export function recordRefusal(security: SecurityLog, { name, limit, value, address }: Refused, refusals: number): void {
  if ((refusals & (refusals - 1)) !== 0) return;
  const counted = limit.by === "address" ? clientNetwork(value) : value;
  security.record("limit.refused", {
    limit: name,
    refusals,
    ...(limit.by === "all" ? {} : { counted: security.pseudonym(counted) }),
    ...(address ? { address } : {}),
  });
}
