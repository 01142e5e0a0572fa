/** Within how many seconds an order should be with the operator's systems. */
export const LAG_TARGET_SECONDS = 60;

/** The number of orders by lag, in tenths of a second. */
export type Lags = ReadonlyMap<number, number>;

/** The lag, in seconds, that the given share of orders does not exceed (nearest rank); null without an order. */
export function lagOf(lags: Lags, share: number): number | null {
  const sorted = [...lags].toSorted(([one], [other]) => one - other);
  const rank = Math.ceil(share * sorted.reduce((sum, [, count]) => sum + count, 0));
  let seen = 0;
  for (const [tenths, count] of sorted) {
    seen += count;
    if (seen >= rank) return tenths / 10;
  }
  return null;
}
