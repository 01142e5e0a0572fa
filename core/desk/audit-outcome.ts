/**
 * The outcome of an audited action. `asked`: it waits for a second person. `refused`: a rule did not allow it;
 * `failure` names the rule, and `hindrance` is the reason why an order action is unavailable. `failed`: it stopped with
 * an error, and may be partly done.
 */
export type AuditOutcome =
  | { readonly kind: "done" | "asked" | "failed" }
  | { readonly kind: "refused"; readonly failure: string; readonly hindrance: string | null };

const REFUSED = /^refused: (\w+)(?: \((\w+)\))?$/;

/** Returns an outcome as it is written into the audit log: `done`, or `refused: hindered (ownRequest)`. */
export function outcomeText(outcome: AuditOutcome): string {
  if (outcome.kind !== "refused") return outcome.kind;
  return `refused: ${outcome.failure}${outcome.hindrance === null ? "" : ` (${outcome.hindrance})`}`;
}

/** Parses an outcome from the audit log. An unknown text, which a later version wrote, counts as `failed`. */
export function readOutcome(text: string): AuditOutcome {
  const [, failure, hindrance] = REFUSED.exec(text) ?? [];
  if (failure !== undefined) return { kind: "refused", failure, hindrance: hindrance ?? null };
  return { kind: text === "done" || text === "asked" ? text : "failed" };
}
