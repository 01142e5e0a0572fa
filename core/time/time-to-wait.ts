/** A waiting time as a person would state it: rounded up, in the unit that makes a small number. */
export type Waiting = { readonly unit: "seconds" | "minutes" | "hours"; readonly count: number };

/** Returns the time that a refused shopper has to wait, from the seconds of `Retry-After`. */
export function waitingFor(seconds: number): Waiting {
  if (seconds < 100) return { unit: "seconds", count: Math.max(1, Math.ceil(seconds)) };
  if (seconds < 100 * 60) return { unit: "minutes", count: Math.ceil(seconds / 60) };
  return { unit: "hours", count: Math.ceil(seconds / 3600) };
}
