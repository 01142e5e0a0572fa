import { SECURITY_EVENTS, SECURITY_FIELDS } from "./events.ts";

/** The tables of docs/security/log.md in Markdown: events, and fields. */
export function securityEventsAsMarkdown(): string {
  return [
    "| `security` | level | written when |",
    "|---|---|---|",
    ...Object.entries(SECURITY_EVENTS).map(([event, { level, about }]) => `| \`${event}\` | ${level} | ${about} |`),
    "",
    "| field | contents |",
    "|---|---|",
    ...Object.entries(SECURITY_FIELDS).map(([field, about]) => `| \`${field}\` | ${about} |`),
  ].join("\n");
}
