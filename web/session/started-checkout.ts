import { STARTED_CHECKOUT } from "#contract/paths.ts";
import { isStep, type Step } from "#core/steps/steps.ts";
import { beginSession } from "./checkout-session.ts";
import { takeCookie } from "./cookies.ts";
import { changeDraft, forgetOldDrafts, type CheckoutRecord } from "./draft.ts";

type StartedCheckout = { readonly id: string; readonly pageStep: Step; readonly record: CheckoutRecord };

/**
 * Adopts the checkout that the buy button's form has started, if there is one. The server passes the checkout in a
 * cookie that the URL fragment identifies; this function removes both (ADR 6). Several scripts of a page can call it.
 */
export function adoptStartedCheckout(): void {
  const [, tag] = location.hash.split(`#${STARTED_CHECKOUT.fragment}`);
  if (!tag) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  // Over HTTPS, only the cookie name that no sibling host can set is accepted. Otherwise an attacker could plant a
  // checkout of their own and see what the shopper types into it.
  const started = read(
    takeCookie([(location.protocol === "https:" ? STARTED_CHECKOUT.secureCookie : STARTED_CHECKOUT.cookie) + tag]),
  );
  if (!started) return;
  forgetOldDrafts();
  beginSession(started.id, started.pageStep);
  changeDraft(started.id, { record: started.record });
}

/** Returns the started checkout that the server wrote into the cookie; null if the cookie contains anything else. */
function read(text: string | null): StartedCheckout | null {
  if (text === null) return null;
  try {
    const { id, pageStep, record } = JSON.parse(text) as Readonly<Record<keyof StartedCheckout, unknown>>;
    const isWhole = typeof id === "string" && typeof pageStep === "string" && isStep(pageStep);
    return isWhole && typeof record === "object" && record !== null
      ? { id, pageStep, record: record as CheckoutRecord }
      : null;
  } catch {
    return null;
  }
}
