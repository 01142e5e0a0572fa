import { defineConfig } from "vitest/config";
import { http, unit } from "../../vitest.config.ts";
import { testsOfThisRun } from "./tests-of-run.ts";

const { project, tests } = testsOfThisRun();

/** The tests of one target. Stryker runs them in a copy of the repository, once for each mutant. */
export default defineConfig({
  root: process.cwd(),
  test: { projects: [{ test: { ...(project === "http" ? http : unit), include: [...tests] } }] },
});
