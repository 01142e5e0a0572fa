/** A volume a month: gigabytes or minutes, or without a limit. */
export type Volume = number | "unlimited";

/** What can be without a limit. */
export const UNLIMITED = ["data", "calls"] as const;

/** What is included in one place. What is absent, the operator has not said. */
type Included = {
  /** Gigabytes a month. */
  readonly dataGb?: number | undefined;
  /** Minutes of calls a month. */
  readonly minutes?: number | undefined;
  readonly unlimited?: readonly (typeof UNLIMITED)[number][] | undefined;
};

/** What is included in some countries: `EU` for its members, or codes of ISO 3166-1. */
export type Zone = Included & { readonly countries: readonly string[] };

/**
 * What a tariff or a bundle includes in Switzerland and abroad, for questions that its texts cannot answer. `abroad` is
 * complete, so that an empty list is nothing.
 */
export type Allowance = Included & { readonly abroad: readonly Zone[] };

/** Returns the included volume of data or calls; null if the operator has not said it. */
export function volumeOf(included: Included, what: (typeof UNLIMITED)[number]): Volume | null {
  if (included.unlimited?.includes(what)) return "unlimited";
  return (what === "data" ? included.dataGb : included.minutes) ?? null;
}

/** Returns whether a volume is enough for what is wanted. Whoever wants 0 wants any volume at all. */
export function isEnough(volume: Volume, wanted: Volume): boolean {
  if (volume === "unlimited") return true;
  if (wanted === "unlimited") return false;
  return wanted === 0 ? volume > 0 : volume >= wanted;
}
