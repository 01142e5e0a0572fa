import { FAILURE_NAMES, FAILURES } from "#simulator/play/switches.ts";
import type { Provider } from "#simulator/play/provider.ts";
import { PROVIDERS } from "#simulator/providers.ts";

/** The providers that the simulator plays, and the failures of each. */
export function simulatorAsMarkdown(): string {
  const general = FAILURE_NAMES.map((name) => `| ${FAILURES[name].title} | ${FAILURES[name].meaning} |`);
  return [
    "| failure | meaning |\n|---|---|",
    ...general,
    "",
    "| name | provider | chosen by |\n|---|---|---|",
    ...PROVIDERS.map(({ name, title, choice }) => `| \`${name}\` | ${title} | \`${choice.join("=")}\` |`),
    ...PROVIDERS.flatMap(failuresOf),
  ].join("\n");
}

function failuresOf({ title, failures }: Provider): readonly string[] {
  const rows = FAILURE_NAMES.map((name) => {
    const here = failures[name];
    return `| ${FAILURES[name].title} | ${"does" in here ? here.does : `– (${here.doesNotApplyBecause.replace(/\.$/, "")})`} |`;
  });
  return ["", `### ${title}`, "", "| failure | what happens |\n|---|---|", ...rows];
}
