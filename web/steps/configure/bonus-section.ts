import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";

/** Loaded with the lists of the step, because it is the last of its sections and not on the first screen. */
export const BonusSection = lazyWithTexts(["watch"], () => import("./BonusSection.tsx"));
