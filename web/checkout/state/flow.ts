import {
  CHECKOUT_PAGES,
  OPEN_TO_BUSINESS,
  stepsOf,
  type NumberedStep,
  type Step,
  type CheckoutPage,
} from "#core/steps.ts";
import type { CheckoutAnswer, CheckoutRecord } from "#web/session/draft.ts";

/** What decides how a checkout is worded and counted. */
export type Flow = {
  readonly family: "mobile" | "tv";
  readonly postpaid: boolean;
  /** Prepaid mobile leaves out step 1 (decisions 2). */
  readonly prepaidFlow: boolean;
  readonly steps: readonly NumberedStep[];
};

/** Reads the flow from what is bought; an answer not yet there counts as postpaid. */
export function flowOf(record: CheckoutRecord | null, answer: CheckoutAnswer | null): Flow {
  const family = record?.type === "TV Tariff" || record?.type === "Tv Device" ? "tv" : "mobile";
  const postpaid = answer?.postpaid ?? true;
  const prepaidFlow = family === "mobile" && !postpaid;
  return { family, postpaid, prepaidFlow, steps: stepsOf({ prepaidFlow }) };
}

/** Where a page stands in the column: one that is not counted stands before the next that is, or behind them all. */
export function positionOf(page: CheckoutPage, steps: readonly NumberedStep[]): number {
  const fromHere = CHECKOUT_PAGES.slice(CHECKOUT_PAGES.indexOf(page));
  const index = steps.findIndex((step) => fromHere.includes(step.page));
  return index < 0 ? steps.length : index;
}

/** The step that stands directly before a page; the only one with a way back. */
export function stepBefore(page: CheckoutPage, flow: Flow, business: boolean): Step | null {
  const before = flow.steps[positionOf(page, flow.steps) - 1]?.page ?? null;
  return before && business && !OPEN_TO_BUSINESS[before] ? null : before;
}
