import { readFileSync } from "node:fs";
import { parse } from "yaml";

export const RULES_FILE = "deploy/prometheus/kasse.rules.yml";

/** An alert as Prometheus reads it. */
export type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
};

export function readAlerts(): readonly Alert[] {
  const file = parse(readFileSync(RULES_FILE, "utf8")) as { groups: { rules: Alert[] }[] };
  return file.groups.flatMap(({ rules }) => rules);
}

/** The table of docs/watching.md in Markdown. */
export function alertsAsMarkdown(): string {
  return [
    "| alert | severity | after | it means |",
    "|---|---|---|---|",
    ...readAlerts().map(
      ({ alert, labels, annotations, for: after }) =>
        `| [${alert}](runbooks/${alert}.md) | ${labels.severity} | ${after} | ${annotations.summary} |`,
    ),
  ].join("\n");
}
