import { expect } from "vitest";
import type { Limit } from "#server/api/limits.ts";
import type { LimitName } from "#server/config/config.ts";
import type { Shop } from "./shop.ts";

/** In seconds. */
const TEN_YEARS = 3652 * 86_400;

/**
 * Runs a test of a limit, with a function that reduces the limit to one attempt from then on. Windows begin at full
 * minutes, hours or days, so a long one does not end between two attempts.
 */
export async function withNarrow(
  shop: Shop,
  name: LimitName,
  run: (narrow: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const limits = shop.kasse.services.config.limits as Record<LimitName, Limit>;
  const wide = limits[name];
  try {
    await run(async () => {
      await shop.database.pool.query("delete from limit_counters");
      limits[name] = { ...wide, count: 1, seconds: Math.max(TEN_YEARS, wide.seconds) };
    });
  } finally {
    limits[name] = wide;
  }
}

export type Try = () => Promise<{ readonly status: number }>;
/** Expects that the first attempt passes the limit, with any answer, and the second is rejected. */
export async function onlyTheFirst(narrow: () => Promise<void>, first: Try, second: Try = first): Promise<void> {
  await narrow();
  expect((await first()).status).not.toBe(429);
  const refused = (await second()) as { status: number; headers?: Headers; body?: unknown };
  expect(refused.status).toBe(429);
  expect(Number(refused.headers?.get("retry-after"))).toBeGreaterThan(0);
}
