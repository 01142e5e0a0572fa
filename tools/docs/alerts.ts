import { readFileSync } from "node:fs";
import { parse } from "yaml";

export const RULES_FILE = "deploy/prometheus/kasse.rules.yml";

/** An alert in the format of Prometheus. */
export type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
};

/** Returns the sections of docs/runbooks.md by alert name. */
export function readRunbooks(): ReadonlyMap<string, string> {
  const [, ...sections] = readFileSync("docs/runbooks.md", "utf8").split(/^## /m);
  return new Map(sections.map((section) => [section.split("\n")[0] ?? "", section]));
}

export function readAlerts(): readonly Alert[] {
  const file = parse(readFileSync(RULES_FILE, "utf8")) as { groups: { rules: Alert[] }[] };
  return file.groups.flatMap(({ rules }) => rules);
}

/** Returns the list of alerts in docs/watching.md, in Markdown: by severity, with how long each condition must last. */
export function alertsAsMarkdown(): string {
  const alerts = readAlerts();
  return [...new Set(alerts.map(({ labels }) => labels.severity))]
    .map((severity) => {
      const own = alerts.filter(({ labels }) => labels.severity === severity);
      const links = own.map(
        ({ alert, annotations, for: after }) => `[${alert}](${annotations.runbook.replace("docs/", "")}) ${after}`,
      );
      return `- \`${severity}\`: ${links.join(", ")}`;
    })
    .join("\n");
}
