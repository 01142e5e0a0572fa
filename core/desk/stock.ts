/** The number of days over which the pace of sales is measured. */
export const PACE_DAYS = 7;

/** For how many days the free pieces last at the pace of the last week; null if nothing is sold. */
export function daysLeft({ onHand, held, sold }: Readonly<Record<"onHand" | "held" | "sold", number>>): number | null {
  return sold <= 0 ? null : (Math.max(0, onHand - held) * PACE_DAYS) / sold;
}
