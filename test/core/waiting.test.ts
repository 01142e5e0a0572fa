import { expect, test } from "vitest";
import { waitingFor } from "#core/time/time-to-wait.ts";

test.each([
  [0, "seconds", 1],
  [0.2, "seconds", 1],
  [1, "seconds", 1],
  [99, "seconds", 99],
  [100, "minutes", 2],
  [900, "minutes", 15],
  [901, "minutes", 16],
  [5999, "minutes", 100],
  [6000, "hours", 2],
  [86_400, "hours", 24],
] as const)("%d seconds are %s %d", (seconds, unit, count) => {
  expect(waitingFor(seconds)).toEqual({ unit, count });
});
