const DAY_MS = 24 * 3_600_000;

/** The number that the holder of a prepaid number sends `JA` to (domain facts, Number transfer). */
export const CONFIRMATION = { number: "499", word: "JA" } as const;

/** Until when the holder has to confirm: 24 hours after the order. ISO 8601. */
export function confirmUntil(orderedAt: string): string {
  return new Date(new Date(orderedAt).getTime() + DAY_MS).toISOString();
}
