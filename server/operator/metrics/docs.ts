import type { Definition } from "./definition.ts";
import { METRICS } from "./table.ts";

const SCOPES = [
  { scope: "process", title: "Of each process" },
  { scope: "database", title: "From the database" },
] as const;

/** The tables of docs/metrics.md in Markdown, one for each scope. */
export function metricsAsMarkdown(): string {
  return SCOPES.map(({ scope, title }) =>
    [
      `## ${title}`,
      "",
      "| metric | type | what it is | labels |",
      "|---|---|---|---|",
      ...Object.entries<Definition>(METRICS)
        .filter(([, definition]) => definition.scope === scope)
        .map(([name, { type, help, labels }]) => `| \`${name}\` | ${type} | ${help} | ${labelsOf(labels)} |`),
    ].join("\n"),
  ).join("\n\n");
}

function labelsOf(labels: Definition["labels"]): string {
  const texts = Object.entries(labels).map(([name, values]) => `\`${name}\`: ${values}`);
  return texts.length === 0 ? "–" : texts.join("<br>");
}
