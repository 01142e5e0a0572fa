import type { CheckoutPage } from "#core/steps.ts";
import type { IconName } from "#web/kit/icons.ts";

type StepFrame = {
  /** Beside the order, in the column of step cards; or alone on the page. */
  readonly layout: "column" | "alone";
  /** Pixels that the content takes at least: kept free until it is here, so that nothing below it moves. */
  readonly room: number;
  /** In place of a number, where the flow does not count the page. */
  readonly icon: IconName | null;
};

/** How each page of the checkout stands on the screen. */
export const STEP_FRAME: Readonly<Record<CheckoutPage, StepFrame>> = {
  "1": { layout: "column", room: 720, icon: null },
  "2": { layout: "column", room: 400, icon: "cart" },
  "3": { layout: "column", room: 320, icon: null },
  "4": { layout: "column", room: 640, icon: null },
  "4a": { layout: "column", room: 480, icon: null },
  "5": { layout: "column", room: 760, icon: null },
  "6": { layout: "column", room: 260, icon: "card" },
  "7": { layout: "alone", room: 844, icon: null },
  "7p": { layout: "alone", room: 844, icon: null },
};
