import { isTv, type Step } from "../steps/steps.ts";

/** The two versions of an experiment: `A` is the checkout as it was before. */
export const ARMS = ["A", "B"] as const;
export type Arm = (typeof ARMS)[number];

type Experiment = {
  /** What differs. Never a price or a term: both arms show the same numbers and facts, and offer the same choices. */
  readonly differs: "words" | "order" | "default";
  /** The step that shows the difference. A checkout is exposed as soon as it enters this step. */
  readonly step: Step;
  readonly family: "mobile" | "all";
  /** Whether the shop has to sell eSIMs for there to be any difference. */
  readonly needsEsim: boolean;
};

/**
 * All experiments that can be run in the checkout (ADR 50). People at the desk can only start one of these; they cannot
 * define words or amounts.
 */
export const EXPERIMENTS = {
  /** The words beside the price of a mobile tariff. B states the term and the later price in a sentence. */
  priceWords: { differs: "words", step: "1", family: "mobile", needsEsim: false },
  /** The order of the bundles. A: as in the catalogue. B: the cheapest first. */
  bundleOrder: { differs: "order", step: "1", family: "all", needsEsim: false },
  /** The SIM that is preselected if both kinds are possible, at the same price. A: the eSIM. B: the card. */
  simDefault: { differs: "default", step: "4", family: "mobile", needsEsim: true },
} as const satisfies Record<string, Experiment>;
export type ExperimentId = keyof typeof EXPERIMENTS;
export const EXPERIMENT_IDS = Object.keys(EXPERIMENTS) as [ExperimentId, ...ExperimentId[]];
/** The steps that show a difference. */
export type ExperimentStep = (typeof EXPERIMENTS)[ExperimentId]["step"];

/** The arms that a checkout is shown. An absent experiment is shown as A. */
export type Arms = { readonly [Id in ExperimentId]?: Arm };

/** Checkouts whose hash begins with a byte below this are in arm A: half of all. */
export const FIRST_BYTES_OF_A = 128;

/** Returns whether a checkout record of this type is part of an experiment. */
export function isPartOf(experiment: ExperimentId, type: string): boolean {
  return EXPERIMENTS[experiment].family === "all" || !isTv(type);
}

/** A run of an experiment, as far as it decides what shoppers see. */
export type ShownRun = {
  readonly id: string;
  readonly experiment: ExperimentId;
  readonly startsAt: Date;
  /** When it was stopped, or when its rule stops it at the latest. */
  readonly endsAt: Date;
  /** The decision after the run. */
  readonly adopted: { readonly arm: Arm; readonly at: Date } | null;
};
type Checkout = { readonly id: string; readonly createdAt: Date; readonly type: string };
/** The arm of a checkout in a run: a hash of both, so that nothing is stored and runs are independent of each other. */
type ArmOf = (run: string, checkout: string) => Arm;

/** Returns the arm that every checkout outside of a run is shown: the one that was adopted last. */
export function standingArm(experiment: ExperimentId, runs: readonly Pick<ShownRun, "experiment" | "adopted">[]): Arm {
  const adopted = runs.flatMap((run) => (run.experiment === experiment && run.adopted ? run.adopted : []));
  return adopted.toSorted((one, other) => one.at.getTime() - other.at.getTime()).at(-1)?.arm ?? "A";
}

/**
 * Returns the arms that a checkout is shown at a step. A checkout is in a run only if it began during the run, and only
 * while the run lasts. Empty without a run and without an adopted B.
 */
export function armsAt(
  step: Step,
  checkout: Checkout,
  { runs, now, armOf }: { readonly runs: readonly ShownRun[]; readonly now: Date; readonly armOf: ArmOf },
): Arms {
  const shown = EXPERIMENT_IDS.flatMap((id) => {
    if (EXPERIMENTS[id].step !== step || !isPartOf(id, checkout.type)) return [];
    const run = runs.find(
      ({ experiment, startsAt, endsAt }) =>
        experiment === id && startsAt <= checkout.createdAt && checkout.createdAt < endsAt && now < endsAt,
    );
    if (run) return [[id, armOf(run.id, checkout.id)] as const];
    const standing = standingArm(id, runs);
    return standing === "A" ? [] : [[id, standing] as const];
  });
  return Object.fromEntries(shown);
}
