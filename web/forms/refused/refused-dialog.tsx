import { Suspense } from "react";
import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";
import { checkoutId } from "#web/session/checkout-session.ts";
import { readDraft } from "#web/session/draft.ts";

/** The dialog of refused credit, loaded when it is needed: few shoppers see it. */
export const RefusedDialog = lazyWithTexts(["identity"], () => import("./Refused.tsx"));

/** What stays of it at step 4 once it is closed. */
export const ToBeDecided = lazyWithTexts(["identity"], () => import("./ToBeDecided.tsx"));

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
