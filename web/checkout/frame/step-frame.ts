import type { CheckoutPage } from "#core/steps/steps.ts";
import type { IconName } from "#web/kit/icons.ts";

type StepFrame = {
  /** `column`: in the column of step cards, beside the order. `alone`: nothing else on the page. */
  readonly layout: "column" | "alone";
  /** Minimum height of the content in px, reserved while it loads so that nothing below moves. */
  readonly minHeight: number;
  /** Replaces the number of a page that the flow does not count. */
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
