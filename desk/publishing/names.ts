import type { ContentProblem } from "#contract/desk/publishing-answers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { valueAt } from "./form/form-context.ts";

/** Returns a function that gives the message of a mistake, in English for a kind that this page does not know. */
export function useProblemText(): (problem: ContentProblem) => string {
  const t = useTexts("publishing");
  return ({ kind, values, problem }) => {
    const key = `problems.${kind}` as "problems.tooSmall";
    return t.has(key) ? t(key, values) : problem;
  };
}

/** Returns the name or title of an entry, in German if it is translated; empty if it has none yet. */
export function entryName(entry: unknown): string {
  const name = valueAt(entry, ["name"]) ?? valueAt(entry, ["title"]);
  const text = typeof name === "object" ? valueAt(name, ["de"]) : name;
  return typeof text === "string" ? text.trim() : "";
}
