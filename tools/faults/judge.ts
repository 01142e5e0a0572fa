// A process that runs named tests in the folder in which it was started, one request of `worker.ts` at a time. It keeps
// Vitest, and the shop of the component tests, from one request to the next.
import { resolve } from "node:path";
import { createVitest, type TestModule, type TestSpecification } from "vitest/node";
import { kindOf } from "../test/kinds.ts";

/** Time limit of what a test file prepares, in ms. */
const HOOK_MS = 60_000;

/** Asks for the tests of a file that have one of these names, after these files have changed. */
export type Request = {
  readonly test: string;
  readonly names: readonly string[];
  readonly changed: readonly string[];
  /** Time limit of a test, in ms. A fault that makes a test wait for ever is detected by it. */
  readonly limitMs: number;
};

/**
 * How many tests passed and failed, and how long the slowest of them took, in ms. What fails outside of a test counts
 * as one.
 */
export type Reply = { readonly passed: number; readonly failed: number; readonly slowestMs: number };

const ended: TestModule[] = [];
const vitest = await createVitest("test", {
  watch: false,
  // A fresh process for each file: the modules of the last one would still be without the fault.
  isolate: true,
  hookTimeout: HOOK_MS,
  passWithNoTests: true,
  silent: true,
  reporters: [{ onTestModuleEnd: (module) => void ended.push(module) }],
});

async function run({ test, names, changed, limitMs }: Request): Promise<Reply> {
  for (const file of changed) vitest.invalidateFile(resolve(file));
  ended.length = 0;
  vitest.setGlobalTestNamePattern(new RegExp(names.map(patternFor).join("|")));
  const specification = specificationOf(test);
  specification.project.config.testTimeout = limitMs;
  const { unhandledErrors } = await vitest.runTestSpecifications([specification]);
  const tests = ended.flatMap(({ children }) => [...children.allTests()]);
  const states = tests.map((each) => each.result().state);
  const failed = states.filter((state) => state === "failed").length;
  const isFailure = unhandledErrors.length > 0 || ended.some((module) => module.state() === "failed");
  return {
    passed: states.filter((state) => state === "passed").length,
    failed: failed === 0 && isFailure ? 1 : failed,
    slowestMs: Math.max(0, ...tests.map((each) => each.diagnostic()?.duration ?? 0)),
  };
}

/** What `test.each` replaces in a name. */
const PLACEHOLDER = /%(?:\.\d+)?[a-zA-Z%]|\$\{[^}]*\}|\$[\w.]+/;

/** Returns a pattern for a name as it is written in its file, possibly with placeholders. */
function patternFor(name: string): string {
  const parts = name.split(PLACEHOLDER);
  return parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join(".*");
}

function specificationOf(test: string): TestSpecification {
  const kind = kindOf(test);
  // Vitest has a project for each browser of a project.
  const project = kind === "component" ? `${kind} (chromium)` : kind;
  return vitest.getProjectByName(project).createSpecification(resolve(test));
}

process.on("message", (request: Request) => {
  void run(request).then((reply) => process.send?.(reply));
});
const close = () => void vitest.close().finally(() => process.exit());
process
  .once("disconnect", close)
  .once("SIGTERM", close)
  .on("SIGINT", () => {});
