import type { BoxCode } from "../catalogue/codes.ts";

/**
 * Ticks or unticks a set-top box (specification 4). STB2 needs STB1. Unticking STB1 while STB2 is ticked, ticking STB2
 * alone and unticking an included box leave the list unchanged.
 */
export function toggleBox(
  boxes: readonly BoxCode[],
  box: BoxCode,
  on: boolean,
  included: readonly BoxCode[] = [],
): BoxCode[] {
  const wanted = on ? new Set([...boxes, box]) : new Set(boxes.filter((each) => each !== box));
  const next = sortBoxes([...wanted]);
  if (included.some((each) => !wanted.has(each))) return sortBoxes(boxes);
  return boxesAllowed(next) ? next : sortBoxes(boxes);
}

/** At most two boxes, each once, and STB2 only with STB1. */
export function boxesAllowed(boxes: readonly BoxCode[]): boolean {
  const unique = new Set(boxes);
  return unique.size === boxes.length && (!unique.has("STB2") || unique.has("STB1"));
}

function sortBoxes(boxes: readonly BoxCode[]): BoxCode[] {
  return [...boxes].sort();
}
