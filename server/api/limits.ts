import type { KeyObject } from "node:crypto";
import { CompiledQuery } from "kysely";
import type { Database } from "#server/platform/database/database.ts";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";
import { clientNetwork, type SecurityLog } from "#server/platform/security/security-log.ts";
import type { Clock } from "#server/platform/clock.ts";
import { fail, type Failed } from "./result.ts";
import { uncount } from "./upkeep.ts";

/**
 * What a limit is counted per: client IP address, phone number, and so on. `all`: all attempts are counted together.
 */
export type CountedBy = "address" | "checkout" | "account" | "number" | "person" | "document" | "platform" | "all";

/** Allows `count` attempts within `seconds`, per value of `by`. */
export type Limit = { readonly count: number; readonly seconds: number; readonly by: CountedBy };

/**
 * For each limit to check, by name, the value that the attempt is counted under. For a limit counted by `all`, it is
 * "".
 */
export type Attempts<Name extends string> = Readonly<Partial<Record<Name, string>>>;

export type Limits<Name extends string> = {
  /**
   * Counts an attempt against each of the limits in this order, and fails with `tooMany` at the first one exceeded. The
   * count is exact and shared by all server processes, because the database does it in one statement (`count_tries`).
   * `address`: the IP address for the security log.
   */
  take<Counted extends Name>(attempts: Attempts<Counted>, address?: string): Promise<LimitResult<Counted>>;
  /**
   * Like `take`, but counts an attempt only once a day per `subject`; later attempts with the same subject are always
   * allowed.
   */
  takeOnce<Counted extends Name>(
    subject: string,
    attempts: Attempts<Counted>,
    address?: string,
  ): Promise<LimitResult<Counted>>;
};

/** An attempt that is allowed. */
export type Allowed = {
  readonly ok: true;
  readonly value: null;
  /** Uncounts it in the windows in which it was counted, because it was never decided whether it was right. */
  giveBack(): Promise<void>;
};

/** Does the work of an attempt. If the work throws, a system of the operator failed, and the attempt does not count. */
export async function countedUnlessFailed<Result>(allowed: Allowed, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // The database may be what failed. The error of the work is the one to report.
    await allowed.giveBack().catch(() => undefined);
    throw error;
  }
}

/** `exceeded`: the limit that refused the attempt. */
type LimitResult<Name extends string> = Allowed | (Failed<"tooMany"> & { readonly exceeded: Name });

const A_DAY = { seconds: 86_400 };

/** An operator is alerted when this share of an `all` limit is used up. */
const NEAR = 0.8;

const COUNT = "select count_tries($1, $2, $3, $4, $5) as counts";

export function createLimits<Name extends string>(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly security: SecurityLog;
  /**
   * The key for hashing counted values, so that the database contains no client's IP address, e-mail address or phone
   * number.
   */
  readonly key: Buffer;
  readonly table: Readonly<Record<Name, Limit>>;
}): Limits<Name> {
  const { db, now, security, key, table } = needs;
  const hashKey = deriveKey(key, "limits");

  async function count<Counted extends Name>(
    attempts: Attempts<Counted>,
    address: string | undefined,
    subject: string | null,
  ): Promise<LimitResult<Counted>> {
    const time = now();
    const counted = (Object.keys(attempts) as Counted[]).map((name) => {
      const [limit, value] = [table[name], attempts[name] ?? ""];
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
    const counts = rows[0]?.counts ?? [];
    for (const [index, reached] of counts.entries()) {
      const each = counted[index];
      if (!each) continue;
      const { name, limit, value, window } = each;
      if (limit.by === "all" && reached === Math.ceil(limit.count * NEAR))
        security.record("limit.near", { limit: name });
      if (reached <= limit.count) continue;
      recordRefusal(security, { name, limit, value, address }, reached - limit.count);
      return { ...refusal(window.end, time), exceeded: name };
    }
    return {
      ok: true,
      value: null,
      async giveBack() {
        for (const { key: counter, window } of counted.slice(0, counts.length))
          await uncount(db, counter, window.start);
      },
    };
  }

  return {
    take: (attempts, address) => count(attempts, address, null),
    takeOnce: (subject, attempts, address) => count(attempts, address, subject),
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

/**
 * Records only the first, second, fourth, eighth … refusal in a window, so that a flood of calls does not flood the
 * log.
 */
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
