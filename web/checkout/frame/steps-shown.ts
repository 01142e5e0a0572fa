import type { CheckoutPage } from "#core/steps/steps.ts";
import { positionOf, type FlowStep } from "#web/checkout/state/flow.ts";
import type { IconName } from "#web/kit/icons.ts";

type StepState = "done" | "now" | "next";

/** A step as the column and the progress line show it. */
export type ShownStep = {
  readonly page: CheckoutPage;
  readonly state: StepState;
  /** The number of the specification; null for the payment, and for a page that the flow does not count. */
  readonly number: number | null;
};

function stateAt(distance: number): StepState {
  if (distance === 0) return "now";
  return distance < 0 ? "done" : "next";
}

/** Returns the steps of the flow, with the current page inserted if the flow does not count it. */
export function stepsShown(page: CheckoutPage, steps: readonly FlowStep[]): readonly ShownStep[] {
  const position = positionOf(page, steps);
  const counted = steps[position]?.page === page;
  const shown = counted ? steps : [...steps.slice(0, position), { page, number: null }, ...steps.slice(position)];
  return shown.map((step, index) => ({
    ...step,
    state: stateAt(index - position),
  }));
}

/**
 * Returns the two numbers of "Step 2 of 5", which count by position; null for a page that the flow does not count. The
 * specification's numbers have a gap in the prepaid flow.
 */
export function progressOf(
  page: CheckoutPage,
  steps: readonly FlowStep[],
): { readonly step: number; readonly of: number } | null {
  const index = steps.findIndex((each) => each.page === page);
  return index < 0 ? null : { step: index + 1, of: steps.length };
}

type StepFrame = {
  /** `column`: in the column of step cards, next to the order. `alone`: the only content of the page. */
  readonly layout: "column" | "alone";
  /** Minimum height of the content, in px. It is reserved while the content loads, so that nothing below moves. */
  readonly minHeight: number;
  /** The icon of a page that the flow does not count, in place of a number. */
  readonly icon: IconName | null;
};

/** The layout of each page of the checkout. */
export const STEP_FRAME: Readonly<Record<CheckoutPage, StepFrame>> = {
  "1": { layout: "column", minHeight: 720, icon: null },
  "2": { layout: "column", minHeight: 400, icon: "cart" },
  "3": { layout: "column", minHeight: 320, icon: null },
  "4": { layout: "column", minHeight: 640, icon: null },
  "4a": { layout: "column", minHeight: 480, icon: null },
  "5": { layout: "column", minHeight: 760, icon: null },
  "6": { layout: "column", minHeight: 260, icon: "card" },
  "7": { layout: "alone", minHeight: 844, icon: null },
  "7p": { layout: "alone", minHeight: 844, icon: null },
};
