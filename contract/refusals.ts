import type { RemarkedRule } from "../core/steps/call-detail.ts";
import type { FAILURES, ShopFailureName } from "./failures.ts";

/** A rule that refuses a shopper: a failure, or a refusal that a successful response reports. */
export type RefusalRule = ShopFailureName | RemarkedRule;

type FailureWithoutMessage = {
  [Name in ShopFailureName]: (typeof FAILURES)[Name]["text"] extends null ? Name : never;
}[ShopFailureName];
/**
 * The failures whose message cannot be shown later: it needs details that the history of a checkout does not store, or
 * is for one case only.
 */
type FailureWithDetails = "unreadable" | "tooMany" | "queued" | "uploadsBusy" | "stepRefused";

/**
 * The refusals that the desk describes in its own words (`refusals` in its texts). For all others, it shows the message
 * that the shopper read. If a failure without a message is missing here, that is a type error.
 */
export const WORDED_BY_DESK = {
  invalidFields: true,
  refusedFields: true,
  fault: true,
  unreadable: true,
  tooMany: true,
  queued: true,
  uploadsBusy: true,
  stepRefused: true,
  creditRefused: true,
  notAccepted: true,
} as const satisfies Readonly<Record<FailureWithoutMessage | FailureWithDetails | "creditRefused", true>>;
export type WordedByDesk = keyof typeof WORDED_BY_DESK;

/**
 * A refusal in the form that the desk shows. `said`: the message that the shopper read; null if the desk has its own
 * words, or if the rule is unknown because another version named it.
 */
export type Refused = { readonly rule: string; readonly said: string | null };
