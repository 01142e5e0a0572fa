/**
 * The outcome of an audited action. `asked`: it waits for a second person. `refused`: a rule did not allow it;
 * `failure` is the name of the rule, and `hindrance` the reason why an order action is unavailable. `failed`: it
 * stopped with an error, and might be partly done.
 */
export type AuditOutcome =
  | { readonly kind: "done" | "asked" | "failed" }
  | { readonly kind: "refused"; readonly failure: string; readonly hindrance: string | null };

const REFUSED = /^refused: (\w+)(?: \((\w+)\))?$/;

/** Returns the text of an outcome in the log: `done`, or `refused: hindered (ownRequest)`. */
export function outcomeText(outcome: AuditOutcome): string {
  if (outcome.kind !== "refused") return outcome.kind;
  return `refused: ${outcome.failure}${outcome.hindrance === null ? "" : ` (${outcome.hindrance})`}`;
}

/** Parses an outcome of the log. An unknown text, written by a later version, counts as `failed`. */
export function readOutcome(text: string): AuditOutcome {
  const [, failure, hindrance] = REFUSED.exec(text) ?? [];
  if (failure !== undefined) return { kind: "refused", failure, hindrance: hindrance ?? null };
  return { kind: text === "done" || text === "asked" ? text : "failed" };
}
