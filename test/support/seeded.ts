/** A seeded generator of numbers from 0 (inclusive) to 1 (exclusive), so that a failing round can be repeated. */
export type Random = () => number;

/** Mulberry32: neighbouring seeds give unrelated numbers. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed of this run, chosen and printed by `global-setup.ts`; `KASSE_TEST_SEED` repeats another one. */
export const SEED = Number(process.env["KASSE_TEST_SEED"] ?? 2026);

export function pick<T>(random: Random, list: readonly T[]): T {
  if (list.length === 0) throw new Error("There is nothing to pick from");
  return list[Math.floor(random() * list.length)] as T;
}

/** Returns true with a probability: `chance(random, 0.2)` is true one time in five. */
export const chance = (random: Random, often: number): boolean => random() < often;
