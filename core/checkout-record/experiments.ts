import { isTv, type Step } from "../steps/steps.ts";

/** The two versions of an experiment: `A` is the checkout without the change. */
export const ARMS = ["A", "B"] as const;
export type Arm = (typeof ARMS)[number];

type Experiment = {
  /**
   * What differs between the arms. It is never a price or a term: both arms show the same numbers and facts, and offer
   * the same choices.
   */
  readonly differs: "words" | "order" | "default";
  /** The step that shows the difference. A checkout is exposed once it enters this step. */
  readonly step: Step;
  readonly family: "mobile" | "all";
  /** Whether the arms only differ if the shop sells eSIMs. */
  readonly needsEsim: boolean;
};

/**
 * All experiments that can be run in the checkout (ADR 50). People at the desk can only start one of these; they cannot
 * define texts or amounts.
 */
export const EXPERIMENTS = {
  /** The caption beside the price of a mobile tariff. Arm B states the term and the later price in full sentences. */
  priceWords: { differs: "words", step: "1", family: "mobile", needsEsim: false },
  /** The order of the bundles. A: as in the catalogue. B: the cheapest one first. */
  bundleOrder: { differs: "order", step: "1", family: "all", needsEsim: false },
  /** The SIM that is preselected if the customer can choose at the same price. A: the eSIM. B: the card. */
  simDefault: { differs: "default", step: "4", family: "mobile", needsEsim: true },
} as const satisfies Record<string, Experiment>;
export type ExperimentId = keyof typeof EXPERIMENTS;
export const EXPERIMENT_IDS = Object.keys(EXPERIMENTS) as [ExperimentId, ...ExperimentId[]];
/** The steps at which arms differ. */
export type ExperimentStep = (typeof EXPERIMENTS)[ExperimentId]["step"];

/** The arms that a checkout shows. If an experiment is absent, arm A is shown. */
export type Arms = { readonly [Id in ExperimentId]?: Arm };

/** A checkout is in arm A if the first byte of its hash is below this: half of all checkouts. */
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
  /** When the run was stopped, or the latest time at which its rule stops it. */
  readonly endsAt: Date;
  /** The decision after the run: which arm all checkouts show from then on. */
  readonly adopted: { readonly arm: Arm; readonly at: Date } | null;
};
type Checkout = { readonly id: string; readonly createdAt: Date; readonly type: string };
/**
 * Returns the arm of a checkout in a run. It is computed from a hash of both, so nothing has to be stored, and runs are
 * independent of each other.
 */
type ArmOf = (run: string, checkout: string) => Arm;

/** Returns the arm that every checkout outside a run shows: the one adopted last, or A. */
export function standingArm(experiment: ExperimentId, runs: readonly Pick<ShownRun, "experiment" | "adopted">[]): Arm {
  const adopted = runs.flatMap((run) => (run.experiment === experiment && run.adopted ? run.adopted : []));
  return adopted.toSorted((one, other) => one.at.getTime() - other.at.getTime()).at(-1)?.arm ?? "A";
}

/**
 * Returns the arms that a checkout shows at a step. A checkout takes part in a run only if it began during the run, and
 * only as long as the run lasts. Empty if there is neither a run nor an adopted arm B.
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
