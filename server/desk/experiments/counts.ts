import { ARMS, EXPERIMENTS, type ExperimentId } from "#core/checkout-record/experiments.ts";
import { HOUR_MS, hourOf, type Span } from "#core/desk/board.ts";
import { reachedFrom } from "#core/desk/funnel.ts";
import { PRODUCT_FAMILIES, type ProductFamily } from "#core/desk/product.ts";
import type { ArmCounts } from "#core/desk/experiments/run.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { countHours, sumFigures, type Sum } from "#server/read-models/figures.ts";
import type { Run } from "#server/shop/experiments/runs.ts";

/** Returns the hours in which checkouts of a run started. */
const spanOf = ({ startsAt, endsAt }: Pick<Run, "startsAt" | "endsAt">): Span => ({
  from: hourOf(startsAt),
  until: endsAt,
});

/** Returns the current figures of each arm of a run; once an arm has been adopted, the figures at that time. */
export async function countsOf(db: Handle, run: Run): Promise<ArmCounts> {
  if (run.adopted) return run.adopted.counts;
  const sums = await sumFigures(db, "experiments", { span: spanOf(run), family: null, by: ["run", "arm"] });
  const own = sums.filter((sum) => sum.run === run.id);
  const counts = ARMS.map((arm) => {
    const { exposed = 0, ordered = 0 } = own.find((sum) => sum.arm === arm) ?? {};
    return [arm, { exposed, ordered }] as const;
  });
  return Object.fromEntries(counts) as ArmCounts;
}

/** Returns how many hours of a run have no figures, because they are not computed yet or have been purged. */
export async function unknownHoursOf(db: Handle, run: Run): Promise<number> {
  const { from, until } = spanOf(run);
  const known = (await countHours(db, { from, until })).find(({ source }) => source === "checkouts")?.known ?? 0;
  return Math.max(0, Math.ceil((until.getTime() - from.getTime()) / HOUR_MS) - known);
}

/** Returns the product families for which an experiment's arms differ. Prepaid mobile has no step 1. */
function familiesOf(experiment: ExperimentId): readonly ProductFamily[] {
  const { family, step } = EXPERIMENTS[experiment];
  return PRODUCT_FAMILIES.filter((each) => (family === "all" || each !== "tv") && (step !== "1" || each !== "prepaid"));
}

/** The funnel step for each checkout step at which arms differ. */
const REACHED = { "1": "configure", "4": "person" } as const;

export type FunnelSums = readonly Sum<"funnel", "family" | "step">[];

/** Returns the number of checkouts started in a time span, by furthest step and family. */
export const readFunnelSums = (db: Handle, span: Span): Promise<FunnelSums> =>
  sumFigures(db, "funnel", { span, family: null, by: ["family", "step"] });

/** Returns how many checkouts reached the step that an experiment runs on, and how many of those became orders. */
export function reachCounts(
  sums: FunnelSums,
  experiment: ExperimentId,
): { readonly reached: number; readonly ordered: number } {
  const families: readonly string[] = familiesOf(experiment);
  const own = sums.filter(({ family }) => families.includes(family));
  const reached = reachedFrom((step) =>
    own.reduce((sum, figure) => sum + (figure.step === step ? figure.checkouts : 0), 0),
  );
  return { reached: reached[REACHED[EXPERIMENTS[experiment].step]], ordered: reached.ordered };
}
