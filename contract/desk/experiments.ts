import * as v from "valibot";
import { VERDICTS } from "../../core/desk/experiments/result.ts";
import { RUN_STATES } from "../../core/desk/experiments/run.ts";
import { ARMS, EXPERIMENT_IDS } from "../../core/checkout-record/experiments.ts";
import { At, DayText, list } from "../schemas/fields.ts";
import { each, TextOrNull } from "./fields.ts";
import { Asker } from "./order-answers.ts";

/** A share, or a difference between shares, with its interval. */
const Estimate = v.object({ value: v.number(), low: v.number(), high: v.number() });
/** The result of a run (`RunResult` in core). */
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
  /** Whether the caller started the run, because another person has to adopt an arm. */
  beginner: Asker,
  startsAt: At,
  /** The stop rule: this number of exposed checkouts in each arm, or the end of `lastDay`. */
  perArm: v.number(),
  lastDay: DayText,
  /** Exposed checkouts in both arms together. */
  exposed: v.number(),
  /** The arms' numbers of checkouts differ so much that the split must be wrong. */
  unbalanced: v.boolean(),
  /** `by`: null if the run's rule stopped it. */
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
  /** False if the arms would not differ, such as for eSIMs in a shop that sells none. */
  available: v.boolean(),
  /** The arm that checkouts outside a run show. */
  standing: v.picklist(ARMS),
  /** The newest run; null if there has been none. */
  run: v.nullable(ExperimentRun),
  /**
   * How many checkouts of the last seven days reached the step that the experiment runs on, and how many of those
   * became orders.
   */
  lastWeek: v.object({ reached: v.number(), ordered: v.number() }),
});
export type ListedExperiment = v.InferOutput<typeof ListedExperiment>;

/** `past`: earlier runs, newest first. */
export const Experiments = v.object({ experiments: list(ListedExperiment), past: list(ExperimentRun) });
export type Experiments = v.InferOutput<typeof Experiments>;
