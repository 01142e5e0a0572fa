import { addDays, compareDays, dayInZurich, type Day } from "#core/time/dates.ts";
import { startOfDay } from "#core/time/moments.ts";
import { ARMS, type Arm } from "#core/checkout-record/experiments.ts";

/** A run is stopped by its rule or by a person. Then another person adopts an arm. */
export const RUN_STATES = ["running", "stopped", "adopted"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** The number of exposed checkouts in an arm, and how many became orders. */
type ArmCount = { readonly exposed: number; readonly ordered: number };
export type ArmCounts = Readonly<Record<Arm, ArmCount>>;

/**
 * When a run stops, defined before it starts: once each arm has `perArm` exposed checkouts, or after `lastDay`,
 * whichever comes first.
 */
export type StopRule = { readonly perArm: number; readonly lastDay: Day };

/** The limits of `perArm`. */
export const PER_ARM = { min: 100, max: 1_000_000 } as const;
/** Maximum length of a run in days, counting today. */
export const MAX_DAYS = 90;
/**
 * Delay before a run starts, in ms. By then every process has learned of it, so none shows A to a checkout that counts
 * as B.
 */
const START_AFTER_MS = 10_000;

export const startOf = (now: Date): Date => new Date(now.getTime() + START_AFTER_MS);
/** Returns the latest time at which a rule stops a run. */
export const endOf = ({ lastDay }: Pick<StopRule, "lastDay">): Date => startOfDay(addDays(lastDay, 1));

/** Returns whether a run that starts now may have this rule. */
export function isStopRule({ perArm, lastDay }: StopRule, now: Date): boolean {
  const today = dayInZurich(now);
  const isInTime = compareDays(lastDay, today) >= 0 && compareDays(lastDay, addDays(today, MAX_DAYS - 1)) <= 0;
  return isInTime && endOf({ lastDay }) > startOf(now) && perArm >= PER_ARM.min && perArm <= PER_ARM.max;
}

/** Returns when the rule stopped a run; null if the run continues. */
export function ruleStop(
  { perArm, endsAt }: { readonly perArm: number; readonly endsAt: Date },
  counts: ArmCounts,
  now: Date,
): Date | null {
  if (endsAt <= now) return endsAt;
  return ARMS.every((arm) => counts[arm].exposed >= perArm) ? now : null;
}

export function stateOf({
  stoppedAt,
  adopted,
}: {
  readonly stoppedAt: Date | null;
  readonly adopted: object | null;
}): RunState {
  if (stoppedAt === null) return "running";
  return adopted === null ? "stopped" : "adopted";
}
