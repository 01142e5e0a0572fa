/** What is in the shopper's hand: a phone that can install an eSIM itself, or something to look at while the phone scans. */
export type Handset = "ios" | "android" | null;

/** Reads it from the browser's own words; an iPad calls itself a Macintosh, with fingers. */
export function handsetOf(userAgent: string, coarsePointer: boolean): Handset {
  if (!coarsePointer) return null;
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return "ios";
  return /Android/.test(userAgent) ? "android" : null;
}

export function thisHandset(): Handset {
  return handsetOf(navigator.userAgent, matchMedia("(pointer: coarse)").matches);
}
