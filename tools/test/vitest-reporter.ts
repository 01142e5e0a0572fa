import { relative } from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from "vitest/node";
import { send } from "./events.ts";

type TestError = NonNullable<ReturnType<TestCase["result"]>["errors"]>[number];
type PrintedLog = Parameters<NonNullable<Reporter["onUserConsoleLog"]>>[0];

/** How much of what a test prints is kept for its failure, in characters. */
const MAX_OUTPUT = 4_000;

/** Tells the run what happens in a Vitest program (`events.ts`). */
export default class VitestReporter implements Reporter {
  /** What tests have printed, by their id. */
  private readonly output = new Map<string, string>();

  onTestRunStart(): void {
    send({ kind: "ready" });
  }

  onUserConsoleLog({ taskId = "", content }: PrintedLog): void {
    this.output.set(taskId, `${this.output.get(taskId) ?? ""}${content}`.slice(-MAX_OUTPUT));
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== "failed") return;
    const printed = this.output.get(test.id);
    const message = [...errors.map(textOf), ...(printed ? [`printed: ${printed.trim()}`] : [])].join("\n");
    send({ kind: "failure", failure: { file: fileOf(test.module), test: test.fullName, message } });
  }

  onTestModuleEnd(module: TestModule): void {
    const count = (state: "passed" | "failed" | "skipped") => [...module.children.allTests(state)].length;
    const file = fileOf(module);
    let failed = count("failed");
    const outside = [module, ...module.children.allSuites()].flatMap((suite: TestModule | TestSuite) => suite.errors());
    if (outside.length > 0 || (failed === 0 && module.state() === "failed")) {
      failed += 1;
      const message = outside.map(textOf).join("\n") || "the file failed outside of its tests";
      send({ kind: "failure", failure: { file, test: null, message } });
    }
    // Without its set-up, which is mostly the wait for a core.
    const { duration, collectDuration } = module.diagnostic();
    const seconds = (duration + collectDuration) / 1000;
    send({ kind: "ended", ended: { file, passed: count("passed"), failed, skipped: count("skipped"), seconds } });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors)
      send({ kind: "failure", failure: { file: "outside of all files", test: null, message: textOf(error) } });
    if (errors.length > 0)
      send({ kind: "ended", ended: { file: "", passed: 0, failed: errors.length, skipped: 0, seconds: 0 } });
  }
}

const fileOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId);

function textOf({ message, stack, stacks = [], diff }: SerializedError | TestError): string {
  const places = stacks.map(({ file, line }) => `at ${relative(process.cwd(), file)}:${line}`);
  const from = places.length > 0 ? places.slice(0, 5) : (stack ?? "").split("\n").slice(1, 6);
  const comparison = typeof diff === "string" ? diff : "";
  return [message, comparison, ...from.map((place) => `  ${place.trim()}`)].filter((line) => line !== "").join("\n");
}
