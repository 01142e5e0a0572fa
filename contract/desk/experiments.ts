import * as v from "valibot";
import { VERDICTS } from "../../core/desk/experiments/result.ts";
import { RUN_STATES } from "../../core/desk/experiments/run.ts";
import { ARMS, EXPERIMENT_IDS } from "../../core/record/experiments.ts";
import { At, DayText, list } from "../schemas/fields.ts";
import { each, TextOrNull } from "./fields.ts";
import { Asker } from "./order-answers.ts";

/** A share or a difference of shares, with its interval. */
const Estimate = v.object({ value: v.number(), low: v.number(), high: v.number() });
/** What a run has shown (`RunResult` of core). */
const RunResult = v.object({
  arms: each(ARMS, v.object({ exposed: v.number(), ordered: v.number(), share: v.nullable(Estimate) })),
  difference: v.nullable(Estimate),
  verdict: v.picklist(VERDICTS),
});

/** A run of an experiment. As long as it goes on nobody sees which arm is ahead. */
const ExperimentRun = v.object({
  id: v.string(),
  experiment: v.picklist(EXPERIMENT_IDS),
  state: v.picklist(RUN_STATES),
  hypothesis: v.string(),
  by: v.string(),
  /** Who has begun it, compared with who asks: somebody else adopts an arm. */
  beginner: Asker,
  startsAt: At,
  /** The stop rule: so many exposed checkouts in each arm, or the end of this day. */
  perArm: v.number(),
  lastDay: DayText,
  /** Exposed checkouts of both arms together. */
  exposed: v.number(),
  /** Both arms have improbably different numbers of checkouts: something is wrong with the split. */
  unbalanced: v.boolean(),
  /** `by`: null if its rule has stopped it. */
  stopped: v.nullable(v.object({ at: At, by: TextOrNull, reason: TextOrNull })),
  /** Null as long as it goes on. */
  result: v.nullable(RunResult),
  /** Hours of it whose figures are not known; 0 as long as it goes on. */
  unknownHours: v.number(),
  adopted: v.nullable(v.object({ arm: v.picklist(ARMS), at: At, by: v.string(), reason: v.string() })),
});
export type ExperimentRun = v.InferOutput<typeof ExperimentRun>;

/** Something that can be tried out. */
const ListedExperiment = v.object({
  id: v.picklist(EXPERIMENT_IDS),
  /** False where it would make no difference, such as one of eSIMs in a shop that has none. */
  available: v.boolean(),
  /** What checkouts are shown that are in no run. */
  standing: v.picklist(ARMS),
  /** The newest run; null if there was none. */
  run: v.nullable(ExperimentRun),
  /** Checkouts of the last seven days that have reached the step of the experiment, and those of them that were ordered. */
  lastWeek: v.object({ reached: v.number(), ordered: v.number() }),
});
export type ListedExperiment = v.InferOutput<typeof ListedExperiment>;

/** `past`: earlier runs, the newest first. */
export const Experiments = v.object({ experiments: list(ListedExperiment), past: list(ExperimentRun) });
export type Experiments = v.InferOutput<typeof Experiments>;
