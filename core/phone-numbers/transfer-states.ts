import { addDays, compareDays, formatDay, parseDay, type Day } from "../time/dates.ts";

/**
 * How far the transfer of a number is, as the operator's systems report it after the order: asked for at the old
 * provider, waiting for the holder's confirmation by text message, agreed for a day, done, or refused.
 */
export const TRANSFER_STATES = ["requested", "confirmationNeeded", "scheduled", "completed", "refused"] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** How far each state is: of reports with the same time the further one counts (`isOvertaken`). */
export const TRANSFER_RANK: Readonly<Record<TransferState, number>> = {
  requested: 0,
  confirmationNeeded: 1,
  scheduled: 2,
  completed: 3,
  refused: 3,
};

/**
 * Why a number cannot be transferred: it is somebody else's, nobody's, of the other kind of contract, bound for
 * longer, or on its way to another provider.
 */
export const TRANSFER_REASONS = ["holder", "unknown", "kind", "bound", "underway"] as const;
export type TransferReason = (typeof TRANSFER_REASONS)[number];

/** Why a transfer was refused after the order: as before it, or because the holder has not confirmed. */
export const TRANSFER_REFUSALS = [...TRANSFER_REASONS, "unconfirmed"] as const;
export type TransferRefusal = (typeof TRANSFER_REFUSALS)[number];

/**
 * A report about a transfer. `day` (`YYYY-MM-DD`) is the one it was agreed for, or done on; `reason` is of a refusal.
 */
export type TransferReport = {
  readonly state: TransferState;
  readonly day: string | null;
  readonly reason: TransferRefusal | null;
};

/**
 * How far the day of a transfer may be from the day of its report: a slip of the year would frighten a customer. In
 * days.
 */
const FARTHEST_DAYS = 400;
/** How many days the day may be before and after the report: what is scheduled is to come, what is done has been. */
const DAYS: Readonly<Record<TransferState, { readonly before: number; readonly after: number }>> = {
  requested: { before: 0, after: FARTHEST_DAYS },
  confirmationNeeded: { before: 0, after: FARTHEST_DAYS },
  scheduled: { before: 0, after: FARTHEST_DAYS },
  completed: { before: FARTHEST_DAYS, after: 0 },
  refused: { before: FARTHEST_DAYS, after: FARTHEST_DAYS },
};

/**
 * A report as the operator's systems or people give it, or what is wrong with it: an unknown state, a day that is none
 * or cannot be in this state on `reported`, the day of the report, or no day for a transfer that is scheduled. A
 * reason that is unknown, or of anything but a refusal, is left out.
 */
export function readTransferReport(
  given: { readonly state: unknown; readonly day: unknown; readonly reason: unknown },
  reported: Day,
): TransferReport | "state" | "day" | "dayMissing" {
  const state = TRANSFER_STATES.find((each) => each === given.state);
  if (!state) return "state";
  const day = typeof given.day === "string" ? parseDay(given.day) : null;
  const isAbsent = given.day === null || given.day === undefined;
  if (!isAbsent && !(day && canBe(state, day, reported))) return "day";
  if (state === "scheduled" && !day) return "dayMissing";
  const reason = state === "refused" ? TRANSFER_REFUSALS.find((each) => each === given.reason) : undefined;
  return { state, day: day && formatDay(day), reason: reason ?? null };
}

function canBe(state: TransferState, day: Day, reported: Day): boolean {
  const { before, after } = DAYS[state];
  return compareDays(day, addDays(reported, -before)) >= 0 && compareDays(day, addDays(reported, after)) <= 0;
}

/**
 * Whether a customer gets a mail and a text about a report: not that the old provider was asked, because nothing
 * follows for them.
 */
export function isNews({ state }: Pick<TransferReport, "state">): boolean {
  return state !== "requested";
}
