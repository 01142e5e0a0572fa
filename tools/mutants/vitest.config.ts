import { matchesGlob, relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";
import { http, unit } from "../../vitest.config.ts";
import { testsOfThisRun } from "./mutant.ts";

const { project, tests } = testsOfThisRun();

/** Runs the files in the order of the target's patterns, because the first test that fails finishes a mutant. */
class InOrderOfPatterns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      tests.findIndex((pattern) => matchesGlob(relative(process.cwd(), moduleId), pattern));
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

/** The tests of one target. Stryker runs them in a copy of the repository, once for each mutant. */
export default defineConfig({
  root: process.cwd(),
  test: {
    sequence: { sequencer: InOrderOfPatterns },
    projects: [{ test: { ...(project === "http" ? http : unit), include: [...tests] } }],
  },
});
