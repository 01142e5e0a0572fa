import { relative } from "node:path";
import type { Reporter, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import { send } from "./events.ts";

/** Tells the run what happens in the Playwright program (`events.ts`). */
export default class PlaywrightReporter implements Reporter {
  onBegin(): void {
    send({ kind: "ready" });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = relative(process.cwd(), test.location.file);
    const skipped = result.status === "skipped";
    const failed = !skipped && result.status !== test.expectedStatus;
    if (failed) {
      const name = test.titlePath().slice(3).join(" ");
      const message = result.errors.map(textOf).join("\n") || result.status;
      send({ kind: "failure", failure: { file, test: name, message } });
    }
    const ended = {
      file,
      passed: failed || skipped ? 0 : 1,
      failed: failed ? 1 : 0,
      skipped: skipped ? 1 : 0,
      seconds: result.duration / 1000,
    };
    send({ kind: "ended", ended });
  }

  onError(error: TestError): void {
    send({ kind: "failure", failure: { file: "outside of all files", test: null, message: textOf(error) } });
    send({ kind: "ended", ended: { file: "", passed: 0, failed: 1, skipped: 0, seconds: 0 } });
  }

  printsToStdio(): boolean {
    return true;
  }
}

const textOf = ({ message, value, snippet, location }: TestError): string =>
  [
    message ?? value ?? "an error without a message",
    snippet ?? "",
    location ? `  at ${relative(process.cwd(), location.file)}:${location.line}` : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
