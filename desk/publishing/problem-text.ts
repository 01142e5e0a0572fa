import type { ContentProblem } from "#contract/desk/publishing-answers.ts";
import { useTexts } from "#desk/app/texts.tsx";

/** Returns a function that gives the message of a mistake, in English for a kind that this page does not know. */
export function useProblemText(): (problem: ContentProblem) => string {
  const t = useTexts("publishing");
  return ({ kind, values, problem }) => {
    const key = `problems.${kind}` as "problems.tooSmall";
    return t.has(key) ? t(key, values) : problem;
  };
}
