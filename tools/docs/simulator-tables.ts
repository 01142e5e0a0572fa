import { FAILURE_NAMES, FAILURES } from "#simulator/play/switches.ts";
import { PROVIDERS } from "#simulator/providers.ts";

/**
 * Returns the tables of failures and of simulated providers. They contain only general meanings; the simulator's own
 * page describes each failure per provider.
 */
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
