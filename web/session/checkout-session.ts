import { isStep, type Step } from "#core/steps.ts";
import { forgetReturnPage } from "./login.ts";
import { keptInTab } from "./storage.ts";

/** The checkout of this tab. */
export function checkoutId(): string | null {
  return keptInTab.read("checkout-id");
}

/** Where the client believes it stands; the server decides (decisions 4). */
export function pageStep(): Step | null {
  const stored = keptInTab.read("page-step");
  return stored !== null && isStep(stored) ? stored : null;
}

export function keepPageStep(page: Step): void {
  keptInTab.write("page-step", page);
}

/** A new checkout of this tab begins: its id, and nothing of the one before. */
export function beginSession(id: string, firstStep: Step): void {
  keptInTab.write("checkout-id", id);
  keepPageStep(firstStep);
  forgetReturnPage();
}
