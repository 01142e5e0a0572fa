/** The kinds of records from which figures are computed. */
export const FIGURE_SOURCES = ["checkouts", "orders", "payments", "codes"] as const;
export type FigureSource = (typeof FIGURE_SOURCES)[number];

type FigureRow = { readonly source: FigureSource; readonly by: readonly string[]; readonly counts: readonly string[] };

/**
 * The figures stored per hour: what they are grouped by, and what is counted. The hour is the one in which the checkout
 * or payment was started, the order was placed, or the code was sent. Amounts are in Rappen. Figures contain no
 * personal data.
 */
export const FIGURES = {
  /** `step`: the furthest step that was reached. */
  funnel: { source: "checkouts", by: ["family", "product", "step"], counts: ["checkouts"] },
  /** `field`: empty if the refusal concerns no field. `checkouts`: affected checkouts, each counted once. */
  errors: {
    source: "checkouts",
    by: ["family", "call", "failure", "field", "locale"],
    counts: ["times", "checkouts"],
  },
  /**
   * `exposed`: checkouts of a run that reached the step its experiment runs on. `ordered`: how many of those became
   * orders, at any time.
   */
  experiments: { source: "checkouts", by: ["run", "arm"], counts: ["exposed", "ordered"] },
  /** `begun`: checkouts from a source (`CheckoutSource`). `ordered`: how many of those became orders, at any time. */
  sources: { source: "checkouts", by: ["family", "source"], counts: ["begun", "ordered"] },
  /** `state`: `made` or `cancelled`. */
  sales: { source: "orders", by: ["family", "product", "state"], counts: ["orders", "monthly", "oneTime", "now"] },
  /** `tenths`: time from the order's first event to its delivery, in tenths of a second; empty while it waits. */
  handovers: { source: "orders", by: ["family", "tenths"], counts: ["orders"] },
  messages: { source: "orders", by: ["family", "channel", "about"], counts: ["messages"] },
  /** `method`: empty until the provider names one. */
  payments: { source: "payments", by: ["family", "state", "provider", "method"], counts: ["payments", "amount"] },
  /** `state`: `used`, `expired`, or `open`. */
  codes: { source: "codes", by: ["state"], counts: ["codes"] },
} as const satisfies Record<string, FigureRow>;
export type FigureKind = keyof typeof FIGURES;
export type FigureBy<Kind extends FigureKind> = (typeof FIGURES)[Kind]["by"][number];
export type FigureCount<Kind extends FigureKind> = (typeof FIGURES)[Kind]["counts"][number];

/** A figure with named values. */
export type Figure<Kind extends FigureKind> = Readonly<Record<FigureBy<Kind>, string>> &
  Readonly<Record<FigureCount<Kind>, number>>;
/** A stored figure: the values of `by`, then those of `counts`, in the order of the table. */
export type StoredFigure = readonly [by: readonly string[], counts: readonly number[]];

/**
 * Converts figures to their stored form: added up by group and in a fixed order, so that equal records always give an
 * equal result.
 */
export function storedFigures<Kind extends FigureKind>(
  kind: Kind,
  figures: readonly Figure<Kind>[],
): readonly StoredFigure[] {
  const { by, counts }: FigureRow = FIGURES[kind];
  const sums = new Map<string, StoredFigure>();
  for (const figure of figures) {
    const values = figure as Readonly<Record<string, string | number>>;
    const key = by.map((name) => String(values[name]));
    const text = JSON.stringify(key);
    const before = sums.get(text)?.[1];
    sums.set(text, [key, counts.map((name, index) => Number(values[name]) + (before?.[index] ?? 0))]);
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, figure]) => figure);
}
