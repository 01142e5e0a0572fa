/** The platform of a phone or tablet that can install an eSIM by a link; null for any other device. */
export type Handset = "ios" | "android" | null;

/** Returns the platform for a user agent. An iPad identifies itself as a Macintosh, but has a coarse pointer. */
export function handsetOf(userAgent: string, coarsePointer: boolean): Handset {
  if (!coarsePointer) return null;
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return "ios";
  return /Android/.test(userAgent) ? "android" : null;
}

export function thisHandset(): Handset {
  return handsetOf(navigator.userAgent, matchMedia("(pointer: coarse)").matches);
}
