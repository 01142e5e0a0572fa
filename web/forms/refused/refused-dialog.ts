import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";

/** The dialog of refused credit, loaded when it is needed: few shoppers see it. */
export const RefusedDialog = lazyWithTexts(["identity"], () => import("./Refused.tsx"));
