import { add, failure, nothing, type Counts } from "./counts.ts";
import { runNode } from "./run.ts";

/**
 * The commands of each check that reads the sources. A command counts as one test, and a linter warning as a failure.
 */
export const CHECKS = {
  // Each further checker repeats much of the first one's work: four take twice the processor time of one.
  types: [["node_modules/typescript/bin/tsc", "-p", ".", "--checkers", "1"]],
  lint: [
    ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"],
    ["node_modules/oxfmt/bin/oxfmt", "--check"],
  ],
  secrets: [["node_modules/secretlint/bin/secretlint.js", "**/*"]],
  unused: [["node_modules/knip/bin/knip.js"]],
  size: [["tools/size.ts"]],
  // Reports syntax and functions that a supported browser lacks (.browserslistrc).
  compat: [
    [
      "node_modules/es-check/lib/cli/index.js",
      "checkBrowser",
      "dist/{client,desk}/assets/*.js",
      "--module",
      "--checkFeatures",
    ],
  ],
} as const;
export type CheckName = keyof typeof CHECKS;

/**
 * Runs checks one after another, at low priority. Go programs get one processor: with more, the type-aware linter
 * repeats work for each, as the compiler does.
 */
export async function runChecks(names: readonly CheckName[]): Promise<Counts> {
  let counts = nothing;
  for (const name of names)
    for (const command of CHECKS[name]) {
      const code = await runNode(command, { prefix: `${name} │ `, nice: true, env: { GOMAXPROCS: "1" } });
      counts = add(
        counts,
        code === 0 ? { ...nothing, passed: 1 } : failure(`${name}: ${command[0]} ended with code ${code}`),
      );
    }
  return counts;
}
