import { addDays, compareDays, formatDay, parseDay, type Day } from "../time/dates.ts";

/**
 * The states of a number transfer that the operator's systems report after the order: requested from the old provider,
 * waiting for the holder's confirmation by text message, agreed for a day, done, or refused.
 */
export const TRANSFER_STATES = ["requested", "confirmationNeeded", "scheduled", "completed", "refused"] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** The rank of each state: among reports with the same time, the one with the higher rank counts (`isSuperseded`). */
export const TRANSFER_RANK: Readonly<Record<TransferState, number>> = {
  requested: 0,
  confirmationNeeded: 1,
  scheduled: 2,
  completed: 3,
  refused: 3,
};

/** States after which a transfer is no longer under way. */
export const TRANSFER_ENDS: ReadonlySet<TransferState> = new Set(["completed", "refused"]);

/**
 * Why a number cannot be transferred: it belongs to somebody else, is unknown, has another kind of contract, is bound
 * for longer, or is already being transferred to another provider.
 */
export const TRANSFER_REASONS = ["holder", "unknown", "kind", "bound", "underway"] as const;
export type TransferReason = (typeof TRANSFER_REASONS)[number];

/** Why a transfer was refused after the order: one of these reasons, or the holder has not confirmed it. */
export const TRANSFER_REFUSALS = [...TRANSFER_REASONS, "unconfirmed"] as const;
export type TransferRefusal = (typeof TRANSFER_REFUSALS)[number];

/**
 * A report about a transfer. `day` (`YYYY-MM-DD`): the agreed or actual day of the transfer. `reason`: why it was
 * refused.
 */
export type TransferReport = {
  readonly state: TransferState;
  readonly day: string | null;
  readonly reason: TransferRefusal | null;
};

/**
 * Maximum distance in days between the day of a transfer and the day of its report. Beyond that, the year must be
 * mistyped, which would frighten a customer.
 */
const MAX_DISTANCE_DAYS = 400;
/**
 * How many days before and after its report a transfer can be, by state: a scheduled one is in the future, a completed
 * one in the past.
 */
const DAYS: Readonly<Record<TransferState, { readonly before: number; readonly after: number }>> = {
  requested: { before: 0, after: MAX_DISTANCE_DAYS },
  confirmationNeeded: { before: 0, after: MAX_DISTANCE_DAYS },
  scheduled: { before: 0, after: MAX_DISTANCE_DAYS },
  completed: { before: MAX_DISTANCE_DAYS, after: 0 },
  refused: { before: MAX_DISTANCE_DAYS, after: MAX_DISTANCE_DAYS },
};

/**
 * Reads a report by the operator's systems or staff, or returns what is wrong with it: an unknown state, a missing day
 * for a scheduled transfer, or a day that does not exist or is impossible for this state. `reported`: the day of the
 * report. An unknown reason, or a reason without a refusal, is left out.
 */
export function readTransferReport(
  given: { readonly state: unknown; readonly day: unknown; readonly reason: unknown },
  reported: Day,
): TransferReport | "state" | "day" | "dayMissing" {
  const state = TRANSFER_STATES.find((each) => each === given.state);
  if (!state) return "state";
  const day = typeof given.day === "string" ? parseDay(given.day) : null;
  const isAbsent = given.day === null || given.day === undefined;
  if (!isAbsent && !(day && isPlausible(state, day, reported))) return "day";
  if (state === "scheduled" && !day) return "dayMissing";
  const reason = state === "refused" ? TRANSFER_REFUSALS.find((each) => each === given.reason) : undefined;
  return { state, day: day && formatDay(day), reason: reason ?? null };
}

function isPlausible(state: TransferState, day: Day, reported: Day): boolean {
  const { before, after } = DAYS[state];
  return compareDays(day, addDays(reported, -before)) >= 0 && compareDays(day, addDays(reported, after)) <= 0;
}

/**
 * Returns whether the customer gets an e-mail and a text message about a report. `requested` is not announced, because
 * the customer need not do anything about it.
 */
export function isNotified({ state }: Pick<TransferReport, "state">): boolean {
  return state !== "requested";
}
