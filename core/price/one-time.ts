import type { Line, LineKind } from "./lines.ts";
import type { Rappen } from "../money/money.ts";

/** The reasons for one-time amounts on the first bill. */
export const ONE_TIME_REASONS = ["activation", "levy", "box", "addOn"] as const;
export type OneTimeReason = (typeof ONE_TIME_REASONS)[number];

/** The reason for the one-time amount of a line, by kind; null if this kind has none. */
const REASON_OF = {
  mobileTariff: "activation",
  tVTariff: "activation",
  device: "levy",
  tVdevice: "box",
  box: null,
  sIM: null,
  bundle: "addOn",
  other: null,
} as const satisfies Record<LineKind, OneTimeReason | null>;

/** Returns the one-time amounts of a quote by reason. They add up to the sum of the lines (decisions 9). */
export function oneTimeParts(
  lines: readonly Pick<Line, "kind" | "firstBill">[],
): readonly { readonly reason: OneTimeReason; readonly amount: Rappen }[] {
  return ONE_TIME_REASONS.flatMap((reason) => {
    const own = lines.filter(({ kind, firstBill }) => firstBill !== 0 && REASON_OF[kind] === reason);
    return own.length === 0 ? [] : [{ reason, amount: own.reduce((sum, { firstBill }) => sum + firstBill, 0) }];
  });
}
