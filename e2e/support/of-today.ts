const DAY_MS = 24 * 3_600_000;

/**
 * Returns one item of a list, in turn by the day, so that short runs cover all items over time. `KASSE_TEST_DAY` (days
 * since 1970) repeats another day; the configuration sets it, so that all processes of a run agree at midnight.
 */
export function ofToday<Item>(list: readonly Item[]): readonly Item[] {
  const day = Number(process.env["KASSE_TEST_DAY"] ?? Math.floor(Date.now() / DAY_MS));
  const item = list[day % list.length];
  return item === undefined ? [] : [item];
}

export const today = (): string => String(Math.floor(Date.now() / DAY_MS));
