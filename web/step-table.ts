import type { ComponentType } from "react";
import type { CheckoutPage } from "#core/steps/steps.ts";
import { lazyWithTexts, type Preloadable } from "./app/lazy-with-texts.tsx";
import { STEP_TEXTS } from "./step-texts.ts";
import ConfigureStep from "./steps/configure/ConfigureStep.tsx";

/**
 * The component of each page of the checkout. Each has a chunk of its own, except step 1, where most checkouts start.
 */
export const STEPS: Readonly<Record<CheckoutPage, ComponentType | Preloadable<object>>> = {
  "1": ConfigureStep,
  "2": lazyWithTexts(STEP_TEXTS["2"], () => import("./steps/cart/CartStep.tsx")),
  "3": lazyWithTexts(STEP_TEXTS["3"], () => import("./steps/account/AccountStep.tsx")),
  "4": lazyWithTexts(STEP_TEXTS["4"], () => import("./steps/person/PersonStep.tsx")),
  "4a": lazyWithTexts(STEP_TEXTS["4a"], () => import("./steps/address/AddressStep.tsx")),
  "5": lazyWithTexts(STEP_TEXTS["5"], () => import("./steps/identity/IdentityStep.tsx")),
  "6": lazyWithTexts(STEP_TEXTS["6"], () => import("./steps/payment/PaymentStep.tsx")),
  "7": lazyWithTexts(STEP_TEXTS["7"], () => import("./steps/thanks/ThanksStep.tsx")),
  "7p": lazyWithTexts(STEP_TEXTS["7p"], () => import("./steps/payment-return/PaymentReturn.tsx")),
};

/** Loads the code of a checkout page in advance. */
export function preloadStep(page: CheckoutPage): void {
  const step = STEPS[page];
  if ("preload" in step) step.preload();
}

/** Whether a checkout page can be rendered at once. */
export function isStepLoaded(page: CheckoutPage): boolean {
  const step = STEPS[page];
  return !("isLoaded" in step) || step.isLoaded();
}

/** Resolves when a checkout page can be rendered. */
export async function loadStep(page: CheckoutPage): Promise<void> {
  const step = STEPS[page];
  if ("load" in step) await step.load();
}
