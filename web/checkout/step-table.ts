import { lazy, type ComponentType } from "react";
import ConfigureStep from "#web/steps/configure/ConfigureStep.tsx";
import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";
import type { CheckoutPage } from "#web/paths.ts";

export type StepEntry = {
  readonly page: CheckoutPage;
  /** Beside the order, in the column of step cards; or alone on the page. */
  readonly layout: "column" | "alone";
  readonly Step: ComponentType;
};

/** Every page of the checkout and its own chunk; the first one comes with the checkout itself, which begins there. */
export const STEPS: readonly StepEntry[] = [
  { page: "1", layout: "column", Step: ConfigureStep },
  { page: "2", layout: "column", Step: lazy(() => import("#web/steps/cart/CartStep.tsx")) },
  {
    page: "3",
    layout: "column",
    Step: lazyWithTexts(["account", "fields"], () => import("#web/steps/account/AccountStep.tsx")),
  },
  {
    page: "4",
    layout: "column",
    Step: lazyWithTexts(["customer", "fields"], () => import("#web/steps/person/PersonStep.tsx")),
  },
  {
    page: "4a",
    layout: "column",
    Step: lazyWithTexts(["customer", "fields"], () => import("#web/steps/address/AddressStep.tsx")),
  },
  {
    page: "5",
    layout: "column",
    Step: lazyWithTexts(["customer", "fields"], () => import("#web/steps/identity/IdentityStep.tsx")),
  },
  {
    page: "6",
    layout: "column",
    Step: lazyWithTexts(["customer"], () => import("#web/steps/payment/PaymentStep.tsx")),
  },
  {
    page: "7",
    layout: "alone",
    Step: lazyWithTexts(["customer", "order"], () => import("#web/steps/thanks/ThanksStep.tsx")),
  },
  {
    page: "7p",
    layout: "alone",
    Step: lazyWithTexts(["customer"], () => import("#web/steps/payment-return/PaymentReturn.tsx")),
  },
];
