import {
  CHECKOUT_PAGES,
  isPrepaidFlow,
  OPEN_TO_BUSINESS,
  stepsOf,
  type NumberedStep,
  type Step,
  type CheckoutPage,
} from "#core/steps.ts";
import type { CheckoutAnswer, CheckoutRecord } from "#web/session/draft.ts";

/** What determines the wording and the step numbers of a checkout. */
export type Flow = {
  readonly family: "mobile" | "tv";
  readonly postpaid: boolean;
  /** Prepaid mobile leaves out step 1 (decisions 2). */
  readonly prepaidFlow: boolean;
  readonly steps: readonly NumberedStep[];
};

/** The flow of a checkout; without an answer yet, postpaid is assumed. */
export function flowOf(record: CheckoutRecord | null, answer: CheckoutAnswer | null): Flow {
  const family = record?.type === "TV Tariff" || record?.type === "Tv Device" ? "tv" : "mobile";
  const postpaid = answer?.postpaid ?? true;
  const prepaidFlow = isPrepaidFlow({ type: record?.type ?? "Tariff", postpaid });
  return { family, postpaid, prepaidFlow, steps: stepsOf({ prepaidFlow }) };
}

/**
 * The index of a page in the column. A page that is not a numbered step comes before the next one that is, or after
 * all.
 */
export function positionOf(page: CheckoutPage, steps: readonly NumberedStep[]): number {
  const fromHere = CHECKOUT_PAGES.slice(CHECKOUT_PAGES.indexOf(page));
  const index = steps.findIndex((step) => fromHere.includes(step.page));
  return index < 0 ? steps.length : index;
}

/**
 * The step directly before a page, the only one that can be edited; null if there is none, or if it is closed to
 * business customers.
 */
export function stepBefore(page: CheckoutPage, flow: Flow, business: boolean): Step | null {
  const before = flow.steps[positionOf(page, flow.steps) - 1]?.page ?? null;
  return before && business && !OPEN_TO_BUSINESS[before] ? null : before;
}
