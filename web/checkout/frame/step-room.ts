import type { CheckoutPage } from "#web/paths.ts";

/** Pixels that a step's content takes at least: kept free until it is here, so that nothing below it moves. */
export const STEP_ROOM: Readonly<Record<CheckoutPage, number>> = {
  "1": 720,
  "2": 400,
  "3": 320,
  "4": 640,
  "4a": 480,
  "5": 760,
  "6": 260,
  "7": 844,
  "7p": 844,
};
