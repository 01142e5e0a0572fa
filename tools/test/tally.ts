import type { Ended, Failure } from "./events.ts";
import type { Title } from "./suites.ts";

/** What a suite has done so far. Times in seconds. */
type SuiteTally = {
  readonly title: Title;
  passed: number;
  failed: number;
  skipped: number;
  /** Processor time of its programs, once they have ended. */
  processor: number;
  /** When its last program ended, from the start of the run. */
  ended: number;
  readonly files: Map<string, number>;
};

export type Tally = {
  readonly suites: ReadonlyMap<Title, SuiteTally>;
  readonly failures: readonly (Failure & { readonly title: Title })[];
  add(title: Title, ended: Ended): void;
  fail(title: Title, failure: Failure): void;
  end(title: Title, processor: number, seconds: number): void;
  /** The sums of all suites. */
  total(): { readonly passed: number; readonly failed: number; readonly skipped: number };
};

/** Counts what the suites report. */
export function createTally(): Tally {
  const suites = new Map<Title, SuiteTally>();
  const failures: (Failure & { readonly title: Title })[] = [];
  const of = (title: Title): SuiteTally => {
    const found = suites.get(title) ?? newTally(title);
    suites.set(title, found);
    return found;
  };
  const sum = (key: "passed" | "failed" | "skipped") =>
    [...suites.values()].reduce((total, suite) => total + suite[key], 0);
  return {
    suites,
    failures,
    add(title, { file, passed, failed, skipped, seconds }) {
      const suite = of(title);
      suite.passed += passed;
      suite.failed += failed;
      suite.skipped += skipped;
      if (file !== "") suite.files.set(file, (suite.files.get(file) ?? 0) + seconds);
    },
    fail: (title, failure) => void failures.push({ ...failure, title }),
    end(title, processor, seconds) {
      const suite = of(title);
      suite.processor += processor;
      suite.ended = seconds;
    },
    total: () => ({ passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") }),
  };
}

const newTally = (title: Title): SuiteTally => ({
  title,
  passed: 0,
  failed: 0,
  skipped: 0,
  processor: 0,
  ended: 0,
  files: new Map(),
});
