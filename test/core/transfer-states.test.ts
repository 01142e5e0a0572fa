import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, formatDay } from "#core/time/dates.ts";
import {
  isNotified,
  readTransferReport,
  TRANSFER_REFUSALS,
  TRANSFER_STATES,
} from "#core/phone-numbers/transfer-states.ts";

const REPORTED = { year: 2026, month: 12, day: 1 };
const read = (given: { state?: unknown; day?: unknown; reason?: unknown }) =>
  readTransferReport({ state: undefined, day: undefined, reason: undefined, ...given }, REPORTED);

describe("a report about a transfer", () => {
  test.each([
    [{ state: "requested" }, { state: "requested", day: null, reason: null }],
    [
      { state: "scheduled", day: "2027-01-12", reason: null },
      { state: "scheduled", day: "2027-01-12", reason: null },
    ],
    [
      { state: "refused", day: null, reason: "unconfirmed" },
      { state: "refused", day: null, reason: "unconfirmed" },
    ],
    // Only the state matters; a reason explains it.
    [
      { state: "refused", reason: "weather" },
      { state: "refused", day: null, reason: null },
    ],
    [
      { state: "completed", reason: "holder" },
      { state: "completed", day: null, reason: null },
    ],
    [{ state: "moved" }, "state"],
    [{}, "state"],
    [{ state: "scheduled" }, "dayMissing"],
    [{ state: "scheduled", day: null }, "dayMissing"],
    [{ state: "scheduled", day: "" }, "day"],
    [{ state: "completed", day: "12.1.2027" }, "day"],
    [{ state: "completed", day: 20270112 }, "day"],
    [{ state: "completed", day: "1990-01-12" }, "day"],
    [{ state: "completed", day: "9999-01-12" }, "day"],
  ])("%j is %j", (given, report) => expect(read(given)).toEqual(report));

  test.each([
    ["scheduled", 0, 400],
    ["requested", 0, 400],
    ["completed", -400, 0],
    ["refused", -400, 400],
  ] as const)("that it is %s has a day from %d to %d days after it", (state, first, last) => {
    fc.assert(
      fc.property(fc.integer({ min: -800, max: 800 }), (days) => {
        const day = formatDay(addDays(REPORTED, days));
        const isRight = days >= first && days <= last;
        expect(read({ state, day })).toEqual(isRight ? { state, day, reason: null } : "day");
      }),
    );
  });

  test("has a reason only if it is a refusal", () => {
    fc.assert(
      fc.property(fc.constantFrom(...TRANSFER_STATES), fc.constantFrom(...TRANSFER_REFUSALS), (state, reason) => {
        const report = read({ state, day: "2026-12-01", reason });
        expect(report).toMatchObject({ reason: state === "refused" ? reason : null });
      }),
    );
  });

  test("is announced to the customer, except that the old provider was asked", () => {
    expect(TRANSFER_STATES.filter((state) => !isNotified({ state }))).toEqual(["requested"]);
  });
});
