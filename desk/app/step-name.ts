import { stepNumber, type Step } from "#core/steps/steps.ts";
import { useTexts } from "./texts.tsx";

/** Returns a function that names a step of the checkout: its number, if it has one, and its name as the shopper reads it. */
export function useStepName(): (step: Step) => string {
  const t = useTexts("frame");
  return (step) => [stepNumber(step), t(`steps.${step}`)].filter((part) => part !== null).join(" ");
}
