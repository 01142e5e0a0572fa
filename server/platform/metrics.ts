/** A metric on the management port. */
export type Definition = {
  readonly type: "gauge" | "counter" | "histogram";
  /** What the metric measures, with its unit, as Markdown without a full stop. */
  readonly help: string;
  /** Each label with its possible values. */
  readonly labels: Readonly<Record<string, string>>;
  /**
   * `process`: each process has values of its own, and those of several processes are added up. `database`: read from
   * the shared database, so each process reports the same figure, and adding them up would multiply it.
   */
  readonly scope: "process" | "database";
};

/** A value of a metric, with the values of its labels. */
export type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** Returns the help text that `/metrics` shows. */
export function helpOf({ help, scope }: Definition): string {
  const text = help.replaceAll("`", "");
  return scope === "database" ? `${text}. From the database, the same in every process: use max, not sum` : text;
}

/** Defines a gauge that is read from the database. `help`: what it measures, with its unit. */
export const ofDatabase = (help: string, labels: Definition["labels"] = {}) =>
  ({ type: "gauge", help, labels, scope: "database" }) as const;

/**
 * The metrics of the extensions, which add them. All are gauges from the database.
 *
 * @public for extensions
 */
export interface ExtensionMetrics {}

const DAY_MS = 24 * 60 * 60_000;

/** Returns the start of the time span for figures of "the last 24 hours". */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * Returns a sample for each value of a label, which is 0 if there is no row, so that a graph falls to zero instead of
 * ending.
 */
export function each<Value extends string>(
  label: string,
  values: readonly Value[],
  valueOf: (value: Value) => number | undefined,
): readonly Sample[] {
  return values.map((value) => ({ labels: { [label]: value }, value: valueOf(value) ?? 0 }));
}

/** Returns the seconds since a given time, or 0 if that is null. It is never negative, although clocks differ. */
export const secondsSince = (moment: Date | null | undefined, now: Date): number =>
  moment ? Math.max(0, (now.getTime() - moment.getTime()) / 1000) : 0;
