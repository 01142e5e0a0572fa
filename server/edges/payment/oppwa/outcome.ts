import type { ProviderOutcome } from "#core/payment/payment-states.ts";

/**
 * The outcome for each group of result codes, with the patterns of the platform's reference, "Result Codes". The first match counts.
 * Payments that need a manual review are paid: the money has moved. A code without a group is a decline.
 */
const GROUPS: readonly (readonly [RegExp, ProviderOutcome])[] = [
  [/^(000\.000\.|000\.100\.1|000\.[36]|000\.400\.1[12]0)/, "paid"],
  [/^(000\.400\.0[^3]|000\.400\.100)/, "paid"],
  [/^(000\.200|800\.400\.5|100\.400\.500)/, "pending"],
  [/^100\.396\.10[14]$/, "cancelled"],
  [/^100\.396\.103$/, "expired"],
];

export function outcomeOfResult(code: string): ProviderOutcome {
  return GROUPS.find(([pattern]) => pattern.test(code))?.[1] ?? "declined";
}

/** Result codes of chargebacks (reference, "Result Codes"): the bank has taken the money back. */
export const CHARGED_BACK = /^000\.100\.2/;

/** The checkout has expired, has no payment, or was queried too often (twice a minute). The list of payments knows more. */
export function saysNothing(code: string): boolean {
  return code === "200.300.404" || code === "800.120.100";
}
