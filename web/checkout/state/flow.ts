import { fromChf } from "#core/money/money.ts";
import { settlementOf } from "#core/price/settlement.ts";
import {
  CHECKOUT_PAGES,
  isPrepaidFlow,
  isTv,
  OPEN_TO_BUSINESS,
  RETURN_PAGE,
  stepsOf,
  type Step,
  type CheckoutPage,
} from "#core/steps/steps.ts";
import type { CheckoutAnswer, CheckoutRecord } from "#web/session/draft.ts";

/** The facts that determine the wording and the step numbers of a checkout. */
export type Flow = {
  readonly family: "mobile" | "tv";
  readonly postpaid: boolean;
  /** Prepaid mobile skips step 1 (decisions 2). */
  readonly prepaidFlow: boolean;
  /** The steps that are counted, in order: the numbered ones, and the payment if one is due. */
  readonly steps: readonly FlowStep[];
  /** False until the server has responded, because only then it is known whether a payment is due. */
  readonly isCounted: boolean;
};

/** A step that is counted. `number` is that of the specification; null for the payment. */
export type FlowStep = { readonly page: Step; readonly number: number | null };

/**
 * Returns the flow of a checkout. Until the server has responded, postpaid is assumed. A business customer pays nothing
 * online.
 */
export function flowOf(record: CheckoutRecord | null, answer: CheckoutAnswer | null, business = false): Flow {
  const family = isTv(record?.type ?? "Tariff") ? "tv" : "mobile";
  const postpaid = answer?.postpaid ?? true;
  const prepaidFlow = isPrepaidFlow({ type: record?.type ?? "Tariff", postpaid });
  const numbered = stepsOf({ prepaidFlow });
  const due = answer !== null && settlementOf({ total: fromChf(answer.total), paid: false, business }) === "due";
  const steps = due ? [...numbered, { page: "6" as const, number: null }] : numbered;
  return { family, postpaid, prepaidFlow, steps, isCounted: answer !== null };
}

/**
 * Returns the index of a page in the column. A page that is not counted comes directly before the next counted one,
 * or last if there is none.
 */
export function positionOf(page: CheckoutPage, steps: readonly FlowStep[]): number {
  const fromHere = CHECKOUT_PAGES.slice(CHECKOUT_PAGES.indexOf(page));
  const index = steps.findIndex((step) => fromHere.includes(step.page));
  return index < 0 ? steps.length : index;
}

/** Returns the page that probably follows; null after the last one. */
export function pageAfter(page: CheckoutPage, { steps, postpaid }: Flow): CheckoutPage | null {
  if (page === "7") return null;
  if (page === "6" || page === RETURN_PAGE) return "7";
  const isNumbered = steps.some((step) => step.page === page);
  return steps[positionOf(page, steps) + (isNumbered ? 1 : 0)]?.page ?? (postpaid ? "7" : "6");
}

/**
 * Returns the step directly before a page, which is the only step that can be edited. Null if there is none, or if
 * business customers cannot use it.
 */
export function stepBefore(page: CheckoutPage, flow: Flow, business: boolean): Step | null {
  const before = flow.steps[positionOf(page, flow.steps) - 1]?.page ?? null;
  return before && business && !OPEN_TO_BUSINESS[before] ? null : before;
}
