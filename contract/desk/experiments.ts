import type { Asker } from "../../core/desk/acts.ts";
import type { RunResult } from "../../core/desk/experiments/result.ts";
import type { RunState } from "../../core/desk/experiments/run.ts";
import type { Arm, ExperimentId } from "../../core/experiments.ts";

/** A moment as text, ISO 8601. */
type At = string;

/** A run of an experiment. As long as it goes on nobody sees which arm is ahead. */
export type ExperimentRun = {
  readonly id: string;
  readonly experiment: ExperimentId;
  readonly state: RunState;
  readonly hypothesis: string;
  readonly by: string;
  /** Who has begun it, compared with who asks: somebody else adopts an arm. */
  readonly beginner: Asker;
  readonly startsAt: At;
  /** The stop rule: so many exposed checkouts in each arm, or the end of this day, as `YYYY-MM-DD`. */
  readonly perArm: number;
  readonly lastDay: string;
  /** Exposed checkouts of both arms together. */
  readonly exposed: number;
  /** Both arms have improbably different numbers of checkouts: something is wrong with the split. */
  readonly unbalanced: boolean;
  /** `by`: null if its rule has stopped it. */
  readonly stopped: { readonly at: At; readonly by: string | null; readonly reason: string | null } | null;
  /** Null as long as it goes on. */
  readonly result: RunResult | null;
  /** Hours of it whose figures are not known; 0 as long as it goes on. */
  readonly unknownHours: number;
  readonly adopted: { readonly arm: Arm; readonly at: At; readonly by: string; readonly reason: string } | null;
};

/** Something that can be tried out. */
export type ListedExperiment = {
  readonly id: ExperimentId;
  /** False where it would make no difference, such as one of eSIMs in a shop that has none. */
  readonly available: boolean;
  /** What checkouts are shown that are in no run. */
  readonly standing: Arm;
  /** The newest run; null if there was none. */
  readonly run: ExperimentRun | null;
  /** Checkouts of the last seven days that have reached the step of the experiment, and those of them that were ordered. */
  readonly lastWeek: { readonly reached: number; readonly ordered: number };
};

/** `past`: earlier runs, the newest first. */
export type Experiments = {
  readonly experiments: readonly ListedExperiment[];
  readonly past: readonly ExperimentRun[];
};
