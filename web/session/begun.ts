import { BEGUN } from "#contract/paths.ts";
import { isStep, type Step } from "#core/steps/steps.ts";
import { beginSession } from "./checkout-session.ts";
import { takeCookie } from "./cookies.ts";
import { changeDraft, forgetOldDrafts, type CheckoutRecord } from "./draft.ts";

type Begun = { readonly id: string; readonly pageStep: Step; readonly record: CheckoutRecord };

/**
 * Takes over the checkout that the buy button's form has begun, if there is one: the server hands it over in a cookie, which the address
 * names, and both are removed here (ADR 6). May be called by several scripts of a page.
 */
export function takeBegun(): void {
  const [, tag] = location.hash.split(`#${BEGUN.fragment}`);
  if (!tag) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  // Over https only the name that no neighbour of the shop's host can set: who typed into a stranger's checkout would show it to them.
  const begun = read(takeCookie([(location.protocol === "https:" ? BEGUN.secureCookie : BEGUN.cookie) + tag]));
  if (!begun) return;
  forgetOldDrafts();
  beginSession(begun.id, begun.pageStep);
  changeDraft(begun.id, { record: begun.record });
}

/** What the server has written; null for anything else. */
function read(text: string | null): Begun | null {
  if (text === null) return null;
  try {
    const { id, pageStep, record } = JSON.parse(text) as Readonly<Record<keyof Begun, unknown>>;
    const isWhole = typeof id === "string" && typeof pageStep === "string" && isStep(pageStep);
    return isWhole && typeof record === "object" && record !== null
      ? { id, pageStep, record: record as CheckoutRecord }
      : null;
  } catch {
    return null;
  }
}
