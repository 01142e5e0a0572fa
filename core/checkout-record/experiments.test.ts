import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ARMS, armsAt, EXPERIMENT_IDS, EXPERIMENTS, isPartOf, standingArm, type ShownRun } from "./experiments.ts";
import { STEPS, TV_TYPES } from "../steps/steps.ts";

const BEGIN = Date.parse("2026-11-10T08:00:00Z");
const at = (minutes: number) => new Date(BEGIN + minutes * 60_000);
const minutes = fc.integer({ min: 0, max: 100 });
const run = fc
  .record({
    id: fc.uuid(),
    experiment: fc.constantFrom(...EXPERIMENT_IDS),
    from: minutes,
    length: fc.integer({ min: 1, max: 50 }),
    adopted: fc.option(fc.record({ arm: fc.constantFrom(...ARMS), after: minutes })),
  })
  .map(({ from, length, adopted, ...rest }): ShownRun => ({
    ...rest,
    startsAt: at(from),
    endsAt: at(from + length),
    adopted: adopted && { arm: adopted.arm, at: at(from + length + adopted.after) },
  }));
const checkout = fc.record({
  id: fc.uuid(),
  createdAt: minutes.map(at),
  type: fc.constantFrom("Tariff", "Device", "Mobile Tariff", ...TV_TYPES),
});
const step = fc.constantFrom(...STEPS);
/** An arm that depends on the run. */
const armOf = (id: string) => (Number.parseInt(id[0] ?? "0", 16) % 2 === 0 ? "A" : "B");

describe("the arms of a checkout", () => {
  test("are returned only at the step of the experiment, and only for its family", () => {
    fc.assert(
      fc.property(fc.array(run), checkout, step, minutes, (runs, shopper, page, now) => {
        const arms = armsAt(page, shopper, { runs, now: at(now), armOf });
        for (const id of EXPERIMENT_IDS)
          if (EXPERIMENTS[id].step !== page || !isPartOf(id, shopper.type)) expect(arms).not.toHaveProperty(id);
      }),
    );
  });

  test("are those of a run while it lasts, if the checkout began in it; otherwise what was adopted", () => {
    fc.assert(
      fc.property(run, checkout, minutes, (one, shopper, minute) => {
        const now = at(minute);
        const { experiment } = one;
        const page = EXPERIMENTS[experiment].step;
        const arm = armsAt(page, shopper, { runs: [one], now, armOf })[experiment] ?? "A";
        const isIn =
          isPartOf(experiment, shopper.type) &&
          shopper.createdAt >= one.startsAt &&
          shopper.createdAt < one.endsAt &&
          now < one.endsAt;
        const outside = isPartOf(experiment, shopper.type) ? (one.adopted?.arm ?? "A") : "A";
        expect(arm).toBe(isIn ? armOf(one.id) : outside);
      }),
    );
  });

  test("are absent without a run and without an adopted B, so that answers are unchanged", () => {
    fc.assert(
      fc.property(fc.array(run), checkout, step, (runs, shopper, page) => {
        const without = runs.map((each) => ({
          ...each,
          adopted: each.adopted && { ...each.adopted, arm: "A" as const },
        }));
        expect(armsAt(page, shopper, { runs: without, now: at(1000), armOf })).toEqual({});
      }),
    );
  });

  test("of different experiments do not depend on each other", () => {
    fc.assert(
      fc.property(fc.array(run), checkout, step, minutes, (runs, shopper, page, now) => {
        const all = armsAt(page, shopper, { runs, now: at(now), armOf });
        for (const id of EXPERIMENT_IDS) {
          const own = runs.filter(({ experiment }) => experiment === id);
          expect(armsAt(page, shopper, { runs: own, now: at(now), armOf })[id]).toBe(all[id]);
        }
      }),
    );
  });
});

test("what was adopted last applies, whatever the order of the runs", () => {
  const adopted = (arm: "A" | "B", minute: number) => ({
    experiment: "bundleOrder" as const,
    adopted: { arm, at: at(minute) },
  });
  expect(standingArm("bundleOrder", [])).toBe("A");
  expect(standingArm("bundleOrder", [adopted("B", 1), { experiment: "bundleOrder", adopted: null }])).toBe("B");
  expect(standingArm("bundleOrder", [adopted("A", 2), adopted("B", 1)])).toBe("A");
  expect(standingArm("bundleOrder", [adopted("B", 2), adopted("A", 1)])).toBe("B");
  expect(standingArm("priceWords", [adopted("B", 1)])).toBe("A");
});

test("there is an experiment of each sort", () => {
  expect(new Set(Object.values(EXPERIMENTS).map(({ differs }) => differs))).toEqual(
    new Set(["words", "order", "default"]),
  );
});
