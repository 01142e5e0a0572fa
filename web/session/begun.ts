import { BEGUN } from "#contract/paths.ts";
import { isStep } from "#core/steps.ts";
import { beginSession } from "./checkout-session.ts";
import { takeCookie } from "./cookies.ts";
import { changeDraft, forgetOldDrafts, type CheckoutRecord } from "./draft.ts";

type Begun = { readonly id: string; readonly pageStep: string; readonly record: CheckoutRecord };

/**
 * Takes over the checkout that the buy button's form has begun, if there is one: the server hands it over in a cookie, which is deleted
 * here (ADR 21). May be called by several scripts of a page.
 */
export function takeBegun(): void {
  const text = takeCookie([BEGUN.secureCookie, BEGUN.cookie]);
  if (text === null) return;
  const { id, pageStep, record } = JSON.parse(text) as Begun;
  if (!isStep(pageStep)) return;
  forgetOldDrafts();
  beginSession(id, pageStep);
  changeDraft(id, { record });
}
