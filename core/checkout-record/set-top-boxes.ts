import type { BoxCode } from "../catalogue/codes.ts";

/**
 * Ticks or unticks a set-top box (specification 4). STB2 requires STB1. Returns the list unchanged if STB1 is unticked
 * while STB2 is ticked, if STB2 is ticked alone, or if an included box is unticked.
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

/** Returns whether a choice of set-top boxes is allowed: each at most once, and STB2 only with STB1. */
export function boxesAllowed(boxes: readonly BoxCode[]): boolean {
  const unique = new Set(boxes);
  return unique.size === boxes.length && (!unique.has("STB2") || unique.has("STB1"));
}

function sortBoxes(boxes: readonly BoxCode[]): BoxCode[] {
  return [...boxes].sort();
}
