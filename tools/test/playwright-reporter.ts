import { relative } from "node:path";
import type { Reporter, Suite, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import { send, type Ended } from "./events.ts";

/** Tells the run what happens in the Playwright program (`events.ts`). */
export default class PlaywrightReporter implements Reporter {
  /** The tests of each file that have not ended, and what the others did. */
  private readonly files = new Map<string, { left: number; ended: Ended }>();

  onBegin(_config: unknown, suite: Suite): void {
    for (const test of suite.allTests()) {
      const file = fileOf(test);
      const { left } = this.files.get(file) ?? { left: 0 };
      this.files.set(file, { left: left + 1, ended: { file, passed: 0, failed: 0, skipped: 0, seconds: 0 } });
    }
    send({ kind: "ready" });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = fileOf(test);
    const skipped = result.status === "skipped";
    const failed = !skipped && result.status !== test.expectedStatus;
    if (failed) {
      const name = test.titlePath().slice(3).join(" ");
      const message = result.errors.map(textOf).join("\n") || result.status;
      send({ kind: "failure", failure: { file, test: name, message } });
    }
    const state = this.files.get(file);
    if (!state) return;
    const { ended } = state;
    state.left -= 1;
    state.ended = {
      file,
      passed: ended.passed + (failed || skipped ? 0 : 1),
      failed: ended.failed + (failed ? 1 : 0),
      skipped: ended.skipped + (skipped ? 1 : 0),
      seconds: ended.seconds + result.duration / 1000,
    };
    if (state.left === 0) send({ kind: "ended", ended: state.ended });
  }

  /** Reports the files of which some tests have not run, because the run was interrupted. */
  onEnd(): void {
    for (const { left, ended } of this.files.values()) if (left > 0) send({ kind: "ended", ended });
  }

  onError(error: TestError): void {
    send({ kind: "failure", failure: { file: "outside of all files", test: null, message: textOf(error) } });
    send({ kind: "ended", ended: { file: "", passed: 0, failed: 1, skipped: 0, seconds: 0 } });
  }

  printsToStdio(): boolean {
    return true;
  }
}

const fileOf = ({ location }: TestCase) => relative(process.cwd(), location.file);

const textOf = ({ message, value, snippet, location }: TestError): string =>
  [
    message ?? value ?? "an error without a message",
    snippet ?? "",
    location ? `  at ${relative(process.cwd(), location.file)}:${location.line}` : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
