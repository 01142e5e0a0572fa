import type { Board } from "#contract/desk/board.ts";
import { FUNNEL_STEPS, reachedFrom, shareOf, type FunnelStep } from "#core/desk/funnel.ts";
import { byProduct, type BoardContext } from "#server/desk/board/context.ts";
import { sumFigures } from "#server/reports/figures.ts";

type Furthest = { readonly step: string; readonly checkouts: number };

/** How many checkouts have reached each step, of those that began in the period. */
export async function funnelPart(context: BoardContext): Promise<Pick<Board, "conversion" | "funnel" | "funnelOf">> {
  const { db, span, family } = context;
  const sums = await sumFigures(db, "funnel", { span, family, by: ["family", "product", "step"] });
  const reached = reachedOf(sums);
  const { chosen, ordered } = reached;
  return {
    conversion: { chosen, ordered, share: shareOf(ordered, chosen) },
    funnel: FUNNEL_STEPS.map((step, index) => {
      const before = FUNNEL_STEPS[index - 1];
      const lost = before ? shareOf(reached[before] - reached[step], reached[before]) : null;
      return { step, reached: reached[step], lost };
    }),
    funnelOf: byProduct(context, sums).map(({ product, rows }) => ({ ...product, reached: reachedOf(rows) })),
  };
}

export function reachedOf(sums: readonly Furthest[]): Readonly<Record<FunnelStep, number>> {
  const furthest = Map.groupBy(sums, ({ step }) => step);
  return reachedFrom((step) => (furthest.get(step) ?? []).reduce((sum, { checkouts }) => sum + checkouts, 0));
}
