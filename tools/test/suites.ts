import { runBrowser } from "./browser.ts";
import { CHECKS, runChecks, type CheckName } from "./checks.ts";
import type { Counts } from "./counts.ts";
import { PROJECTS, runVitest } from "./vitest.ts";

/** The values of `--only`. */
export const SUITE_NAMES = [...(Object.keys(CHECKS) as CheckName[]), ...PROJECTS, "browser"] as const;
export type SuiteName = (typeof SUITE_NAMES)[number];

/** Tests that one program runs, in parallel with the other suites. */
export type Suite = { readonly title: string; readonly run: () => Promise<Counts> };

type Chosen = {
  readonly names: readonly SuiteName[];
  /** Parts of test files' paths. */
  readonly filters: readonly string[];
  /** Environment variables for the programs: the run's database, and the browsers' paths. */
  readonly env: Readonly<Record<string, string>>;
};

/** Returns the programs for the chosen suites. */
export function programsFor({ names, filters, env }: Chosen): readonly Suite[] {
  const checks = names.filter((name): name is CheckName => name in CHECKS);
  const chosen = PROJECTS.filter((name) => names.includes(name));
  const projects = chosen.filter((name) => name !== "component");
  const programs: Suite[] = [];
  // One worker, because several tabs of one browser take more processor time without finishing sooner.
  if (chosen.includes("component"))
    programs.push({
      title: "component",
      run: () => runVitest({ projects: ["component"], workers: 1, filters, env }),
    });
  if (projects.length > 0)
    programs.push({ title: projects.join(", "), run: () => runVitest({ projects, filters, env }) });
  if (names.includes("browser")) programs.push({ title: "browser", run: () => runBrowser(filters, env) });
  if (checks.length > 0) programs.push({ title: checks.join(", "), run: () => runChecks(checks) });
  return programs;
}
