import fc from "fast-check";
import { expect, test } from "vitest";
import { outcomeText, readOutcome, type AuditOutcome } from "./audit-outcome.ts";

const name = fc.stringMatching(/^[a-z][A-Za-z]{0,20}$/);
const outcomes: fc.Arbitrary<AuditOutcome> = fc.oneof(
  fc.record({ kind: fc.constantFrom("done" as const, "asked" as const, "failed" as const) }),
  fc.record({ kind: fc.constant("refused" as const), failure: name, hindrance: fc.option(name) }),
);

test("readOutcome() reverses outcomeText()", () => {
  fc.assert(
    fc.property(outcomes, (outcome) => {
      expect(readOutcome(outcomeText(outcome))).toEqual(outcome);
    }),
  );
  expect(outcomeText({ kind: "refused", failure: "hindered", hindrance: "ownRequest" })).toBe(
    "refused: hindered (ownRequest)",
  );
});

test("only the text `done` is read as done", () => {
  fc.assert(fc.property(fc.string(), (text) => readOutcome(text).kind !== "done" || text === "done"));
});
