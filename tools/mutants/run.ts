import { readFileSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import type { LogLevel, MutantResult } from "@stryker-mutator/api/core";
import { Stryker } from "@stryker-mutator/core";
import { type Mutant, passTests } from "./mutant.ts";
import type { Chosen } from "./targets.ts";

type Options = {
  /** Number of test runners in parallel. */
  readonly concurrency: number;
};

/** Mutates the files of a target and runs its tests against each mutant. Throws if the tests fail without a mutant. */
export async function runMutants(target: Chosen, { concurrency }: Options): Promise<readonly Mutant[]> {
  passTests(target);
  const results = await new Stryker({
    mutate: [...target.mutate],
    plugins: ["@stryker-mutator/vitest-runner"],
    testRunner: "vitest",
    vitest: { configFile: "tools/mutants/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency,
    tempDirName: ".cache/mutants",
    ignorePatterns: ["/.*", "/bench", "/dist", "/docs", "/playwright-report", "/test-results"],
    // Stryker would rewrite the real tsconfig.json with an API that TypeScript 7 no longer has. The tests do not need
    // it.
    tsconfigFile: "none",
    reporters: [process.stdout.isTTY ? "progress" : "progress-append-only"],
    logLevel: "warn" as LogLevel,
    warnings: false,
    timeoutMS: 10_000,
    dryRunTimeoutMinutes: 15,
  }).runMutationTest();
  return results.map(mutantOf);
}

function mutantOf(result: MutantResult): Mutant {
  const file = isAbsolute(result.fileName) ? relative(process.cwd(), result.fileName) : result.fileName;
  const { status, replacement, location } = result;
  return { file, status, line: location.start.line, code: sourceAt(file, location), becomes: replacement ?? "" };
}

function sourceAt(file: string, { start, end }: MutantResult["location"]): string {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join("\n");
}
