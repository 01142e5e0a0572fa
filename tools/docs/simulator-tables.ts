import { FAILURE_NAMES, FAILURES } from "#simulator/play/switches.ts";
import { PROVIDERS } from "#simulator/providers.ts";

/** The failures, and the providers that the simulator plays; its page says what each failure is there. */
export function simulatorAsMarkdown(): string {
  const general = FAILURE_NAMES.map((name) => `| ${FAILURES[name].title} | ${FAILURES[name].meaning} |`);
  return [
    "| failure | meaning |\n|---|---|",
    ...general,
    "",
    "| name | provider | chosen by |\n|---|---|---|",
    ...PROVIDERS.map(({ name, title, choice }) => `| \`${name}\` | ${title} | \`${choice.join("=")}\` |`),
  ].join("\n");
}
