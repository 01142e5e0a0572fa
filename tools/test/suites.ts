import { runBrowser } from "./browser.ts";
import { CHECKS, runChecks, type CheckName } from "./checks.ts";
import type { Counts } from "./counts.ts";
import { PROJECTS, runVitest } from "./vitest.ts";

/** The values of `--only`. */
export const SUITE_NAMES = [...(Object.keys(CHECKS) as CheckName[]), ...PROJECTS, "browser"] as const;
export type SuiteName = (typeof SUITE_NAMES)[number];

/** A program that runs in parallel with the others. */
export type Suite = { readonly title: string; readonly run: () => Promise<Counts> };

type Chosen = {
  readonly names: readonly SuiteName[];
  /** Parts of the paths of test files. */
  readonly filters: readonly string[];
  /** Variables for the programs: the database of the run, and the browsers. */
  readonly env: Readonly<Record<string, string>>;
};

/** Returns the programs for the chosen suites. */
export function programsFor({ names, filters, env }: Chosen): readonly Suite[] {
  const checks = names.filter((name): name is CheckName => name in CHECKS);
  const chosen = PROJECTS.filter((name) => names.includes(name));
  const projects = chosen.filter((name) => name !== "component");
  const programs: Suite[] = [];
  // Several tabs of one browser take more processor time without finishing sooner.
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
