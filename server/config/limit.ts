import type { CountedBy, Limit } from "#server/api/limits.ts";

/** A limit as the table of limits has it. `about`: what it counts, as Markdown for docs/settings.md. */
export type LimitRow = Limit & { readonly about: string };

const WINDOWS = { second: 1, minute: 60, "15 minutes": 900, hour: 3600, day: 86_400 } as const;

/** How the docs phrase each window. What the limit is counted per (IP address, account …) is part of its name. */
const WINDOW_LABELS: Readonly<Record<keyof typeof WINDOWS, string>> = {
  second: "a second",
  minute: "a minute",
  "15 minutes": "in 15 minutes",
  hour: "an hour",
  day: "a day",
};

/** Defines a limit: at most `max` actions in a time window. */
export const limit = (
  max: number,
  what: string,
  window: keyof typeof WINDOWS,
  by: CountedBy,
  more: string | null = null,
): LimitRow => ({
  count: max,
  seconds: WINDOWS[window],
  by,
  about: `${what} ${WINDOW_LABELS[window]}${more === null ? "" : `. ${more}`}`,
});
