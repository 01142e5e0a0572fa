import { isStep, type Step } from "#core/steps/steps.ts";
import { forgetLoginEnd } from "./login.ts";
import { tabStorage } from "./storage.ts";

/** Returns the id of this tab's checkout. */
export function checkoutId(): string | null {
  return tabStorage.read("checkout-id");
}

/** Returns the furthest step that this browser believes to have reached; the server decides (decisions 4). */
export function pageStep(): Step | null {
  const stored = tabStorage.read("page-step");
  return stored !== null && isStep(stored) ? stored : null;
}

export function storePageStep(page: Step): void {
  tabStorage.write("page-step", page);
}

/** Starts a new checkout in this tab and forgets on which page a login ended in the previous checkout. */
export function beginSession(id: string, firstStep: Step): void {
  tabStorage.write("checkout-id", id);
  storePageStep(firstStep);
  forgetLoginEnd();
}

/** Opens an order in this tab only, so that a checkout started in another tab is not forgotten. */
export function visitOrder(id: string): void {
  tabStorage.visit("checkout-id", id);
  tabStorage.visit("page-step", "7");
  forgetLoginEnd();
}
