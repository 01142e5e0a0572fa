import * as v from "valibot";
import { VERDICTS } from "../../core/desk/experiments/result.ts";
import { RUN_STATES } from "../../core/desk/experiments/run.ts";
import { ARMS, EXPERIMENT_IDS } from "../../core/checkout-record/experiments.ts";
import { At, DayText, list } from "../schemas/fields.ts";
import { each, TextOrNull } from "./fields.ts";
import { Asker } from "./order-answers.ts";

/** A share or a difference of shares, with its interval. */
const Estimate = v.object({ value: v.number(), low: v.number(), high: v.number() });
/** The result of a run (`RunResult` of core). */
const RunResult = v.object({
  arms: each(ARMS, v.object({ exposed: v.number(), ordered: v.number(), share: v.nullable(Estimate) })),
  difference: v.nullable(Estimate),
  verdict: v.picklist(VERDICTS),
});

/** A run of an experiment. While it is running, it does not reveal which arm is ahead. */
const ExperimentRun = v.object({
  id: v.string(),
  experiment: v.picklist(EXPERIMENT_IDS),
  state: v.picklist(RUN_STATES),
  hypothesis: v.string(),
  by: v.string(),
  /** Who started it, compared with the caller: another person has to adopt an arm. */
  beginner: Asker,
  startsAt: At,
  /** The stop rule: this number of exposed checkouts in each arm, or the end of `lastDay`. */
  perArm: v.number(),
  lastDay: DayText,
  /** Exposed checkouts of both arms together. */
  exposed: v.number(),
  /** Both arms have improbably different numbers of checkouts: something is wrong with the split. */
  unbalanced: v.boolean(),
  /** `by`: null if its rule has stopped it. */
  stopped: v.nullable(v.object({ at: At, by: TextOrNull, reason: TextOrNull })),
  /** Null while it is running. */
  result: v.nullable(RunResult),
  /** Hours of the run without figures; 0 while it is running. */
  unknownHours: v.number(),
  adopted: v.nullable(v.object({ arm: v.picklist(ARMS), at: At, by: v.string(), reason: v.string() })),
});
export type ExperimentRun = v.InferOutput<typeof ExperimentRun>;

/** An experiment that can be run. */
const ListedExperiment = v.object({
  id: v.picklist(EXPERIMENT_IDS),
  /** False if it would make no difference, such as one about eSIMs in a shop that has none. */
  available: v.boolean(),
  /** The arm that checkouts outside of a run are shown. */
  standing: v.picklist(ARMS),
  /** The newest run; null if there was none. */
  run: v.nullable(ExperimentRun),
  /**
   * Checkouts of the last seven days that have reached the step of the experiment, and those of them that were ordered.
   */
  lastWeek: v.object({ reached: v.number(), ordered: v.number() }),
});
export type ListedExperiment = v.InferOutput<typeof ListedExperiment>;

/** `past`: earlier runs, the newest first. */
export const Experiments = v.object({ experiments: list(ListedExperiment), past: list(ExperimentRun) });
export type Experiments = v.InferOutput<typeof Experiments>;
