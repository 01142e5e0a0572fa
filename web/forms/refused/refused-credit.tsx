import { Suspense, useState } from "react";
import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";
import { checkoutId } from "#web/session/checkout-session.ts";
import { changeDraft, readDraft } from "#web/session/draft.ts";

/** Loaded when it is needed: few shoppers are refused credit. */
export const RefusedCredit = lazyWithTexts(["identity"], () => import("./RefusedCredit.tsx"));

/**
 * Whether the shopper has asked for a person to decide about the order, and the function that keeps this choice for
 * all steps.
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

const WayBack = lazyWithTexts(["identity"], () => import("./WayBack.tsx"));

/** Where an alternative to credit was taken: the way back to what was chosen first. */
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
