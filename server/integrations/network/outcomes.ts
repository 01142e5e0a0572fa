import * as v from "valibot";
import { CircuitOpen } from "#server/platform/breaker.ts";
import { Unavailable, Unreadable } from "#server/platform/unavailable.ts";

/**
 * How questions to the network end. `notAvailable`: it does not have the data. `notCovered`: the number is of another
 * network. `refused`: the network refuses the shop's request or its client. `busy`: too many requests. `down`: no
 * answer in time. `unreadable`: an answer that Kasse cannot read. `skipped`: it was not asked, because it failed
 * repeatedly.
 */
export type NetworkOutcome =
  | "yes"
  | "no"
  | "notAvailable"
  | "notCovered"
  | "refused"
  | "busy"
  | "down"
  | "unreadable"
  | "skipped";

/** Counts a question to the network, because each is paid for. */
export type CountNetworkCall = (
  api: "simSwap" | "numberVerification" | "kycFillIn" | "kycMatch" | "ageVerification",
  outcome: NetworkOutcome,
) => void;

/** CAMARA's ErrorInfo. Codes are words of the standard, so that they can be written into the log. */
export const ErrorCode = v.object({ code: v.pipe(v.string(), v.regex(/^[A-Z][A-Z_.]{0,79}$/)) });

/** The network asks to be called less often. */
export class Busy extends Unavailable {}

/** Returns the outcome of a question that failed. Throws anything but an outage. */
export function outcomeOfFailure(error: unknown): "busy" | "down" | "unreadable" | "skipped" {
  if (error instanceof CircuitOpen) return "skipped";
  if (!(error instanceof Unavailable)) throw error;
  if (error instanceof Unreadable) return "unreadable";
  return error instanceof Busy ? "busy" : "down";
}
