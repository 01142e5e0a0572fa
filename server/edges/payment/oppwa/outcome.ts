import type { ProviderOutcome } from "#core/payment-states.ts";

/**
 * What a result code says of a payment (the platform's reference, "Result Codes"); the first that fits counts. Those to be
 * reviewed by hand are paid: the money moved. What is in no group was rejected, and is asked for again for a while.
 */
const GROUPS: readonly (readonly [RegExp, ProviderOutcome])[] = [
  [/^(000\.000\.|000\.100\.1|000\.[36]|000\.400\.[12][12]0)/, "paid"],
  [/^(000\.400\.0[^3]|000\.400\.100)/, "paid"],
  [/^(000\.200|800\.400\.5|100\.400\.500)/, "pending"],
  [/^100\.396\.10[14]$/, "cancelled"],
  [/^100\.396\.103$/, "expired"],
];

export function outcomeOfResult(code: string): ProviderOutcome {
  return GROUPS.find(([pattern]) => pattern.test(code))?.[1] ?? "declined";
}

/** The checkout is over or was never paid in, or was asked for more than twice a minute: the payments' list knows more. */
export function saysNothing(code: string): boolean {
  return code === "200.300.404" || code === "800.120.100";
}
