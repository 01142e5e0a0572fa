import type { ContentProblem } from "#contract/desk/publishing-answers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { valueAt } from "./form/form-context.ts";

/**
 * Returns a function that returns an error's message. If this page has no text for the kind of error, the message is in
 * English.
 */
export function useProblemText(): (problem: ContentProblem) => string {
  const t = useTexts("publishing");
  return ({ kind, values, problem }) => {
    const key = `problems.${kind}` as "problems.tooSmall";
    return t.has(key) ? t(key, values) : problem;
  };
}

/** Returns an entry's name or title. If it is translated, returns the German one. Empty if the entry has none yet. */
export function entryName(entry: unknown): string {
  const name = valueAt(entry, ["name"]) ?? valueAt(entry, ["title"]);
  const text = typeof name === "object" ? valueAt(name, ["de"]) : name;
  return typeof text === "string" ? text.trim() : "";
}
