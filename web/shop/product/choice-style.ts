import type { Choice } from "../products.ts";

/** The attributes of elements that belong to one choice. */
export function ofChoice({ id, initial }: Choice) {
  return { "data-choice": id, "data-initial": initial || undefined };
}

/**
 * The style that shows what belongs to the chosen term, so that prices follow the choice before any script, and without. A browser without
 * `:has()` shows the first choice.
 */
export function choiceStyle(choices: readonly Choice[]): string {
  if (choices.length < 2) return "";
  const shown = choices.map(({ id }) => `:root:has(#${id}:checked) [data-choice=${id}]{display:block}`);
  return `[data-choice]:not([data-initial]){display:none}:root:has([id^=term-]:checked) [data-choice]{display:none}${shown.join("")}`;
}
