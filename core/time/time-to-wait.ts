/** A waiting time as a person would say it: rounded up, in the unit that gives a small number. */
export type Waiting = { readonly unit: "seconds" | "minutes" | "hours"; readonly count: number };

/** Returns how long a refused shopper has to wait, from the seconds of `Retry-After`. */
export function waitingFor(seconds: number): Waiting {
  if (seconds < 100) return { unit: "seconds", count: Math.max(1, Math.ceil(seconds)) };
  if (seconds < 100 * 60) return { unit: "minutes", count: Math.ceil(seconds / 60) };
  return { unit: "hours", count: Math.ceil(seconds / 3600) };
}
