import type { RunResult } from "#core/desk/experiments/result.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useNumbers } from "./numbers.ts";

/** A function that says in a sentence what a result means. */
export function useVerdict(): (result: RunResult) => string {
  const t = useTexts("experiments");
  const { points } = useNumbers();
  return ({ verdict, difference }) =>
    t(`verdicts.${verdict}`, { low: points(difference?.low ?? 0), high: points(difference?.high ?? 0) });
}
