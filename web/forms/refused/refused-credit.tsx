import { Suspense, useState } from "react";
import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";
import { checkoutId } from "#web/session/checkout-session.ts";
import { changeDraft, readDraft } from "#web/session/draft.ts";

/** Loaded only when needed, because few shoppers are refused credit. */
export const RefusedCredit = lazyWithTexts(["identity"], () => import("./RefusedCredit.tsx"), "ask");

/**
 * Returns whether the shopper has requested a decision by a person, and a function that stores this request for all
 * steps.
 */
export function useReviewAsked(): readonly [boolean, () => void] {
  const [id] = useState(checkoutId);
  const [asked, setAsked] = useState(() => id !== null && readDraft(id).reviewAsked);
  const ask = () => {
    if (id !== null) changeDraft(id, { reviewAsked: true });
    setAsked(true);
  };
  return [asked, ask];
}

const WayBack = lazyWithTexts(["identity"], () => import("./WayBack.tsx"), "ask");

/** Shown after the shopper has taken an alternative to credit; offers to return to the original choice. */
export function TakenInstead() {
  const id = checkoutId();
  const before = id && readDraft(id).before;
  if (!id || !before) return null;
  return (
    <Suspense>
      <WayBack id={id} before={before} />
    </Suspense>
  );
}
