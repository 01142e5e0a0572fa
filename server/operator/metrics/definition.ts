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
