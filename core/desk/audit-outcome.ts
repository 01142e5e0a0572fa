/**
 * How what a line says has ended. `asked`: it waits for a second person. `refused`: a rule did not allow it, with the
 * rule's name and, for an act that is not possible now, why. `failed`: it broke off, and may have been done in part.
 */
export type AuditOutcome =
  | { readonly kind: "done" | "asked" | "failed" }
  | { readonly kind: "refused"; readonly failure: string; readonly hindrance: string | null };

const REFUSED = /^refused: (\w+)(?: \((\w+)\))?$/;

/** An outcome as the log has it: `done`, or `refused: hindered (ownRequest)`. */
export function outcomeText(outcome: AuditOutcome): string {
  if (outcome.kind !== "refused") return outcome.kind;
  return `refused: ${outcome.failure}${outcome.hindrance === null ? "" : ` (${outcome.hindrance})`}`;
}

/** The outcome that a text of the log says. A text of a later version counts as `failed`: nobody knows. */
export function readOutcome(text: string): AuditOutcome {
  const [, failure, hindrance] = REFUSED.exec(text) ?? [];
  if (failure !== undefined) return { kind: "refused", failure, hindrance: hindrance ?? null };
  return { kind: text === "done" || text === "asked" ? text : "failed" };
}
