/** The colours of charts, from the brand. */
export const PAINT = {
  bar: "var(--brand-2)",
  running: "color-mix(in srgb, var(--brand-2) 45%, #fff)",
  before: "var(--hold)",
  line: "var(--brand-2)",
  high: "color-mix(in srgb, var(--brand-2) 50%, #fff)",
  grid: "var(--row-line)",
  word: "var(--ink-2)",
} as const;

/** How axes look. */
export const AXIS = {
  tickLine: false,
  axisLine: false,
  tick: { fill: PAINT.word },
} as const;
