/** What the suites' programs tell the run, one line each on their standard output (`vitest-reporter.ts`, …). */
export type TestEvent =
  /** The program has prepared itself, and its files wait for cores. */
  | { readonly kind: "ready" }
  | { readonly kind: "failure"; readonly failure: Failure }
  /** A file has ended. */
  | { readonly kind: "ended"; readonly ended: Ended };

export type Failure = {
  /** Path from the root. */
  readonly file: string;
  /** The full name of the test; null if the file failed outside of a test. */
  readonly test: string | null;
  /** The error's message, comparison and place, and what the test printed. */
  readonly message: string;
};

export type Ended = {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
};

const PREFIX = "\u0001kasse ";

/** Sends an event to the run, from a reporter. */
export const send = (event: TestEvent): void => void process.stdout.write(`${PREFIX}${JSON.stringify(event)}\n`);

/** Returns the event in a line of a program's output; null for a line of text. */
export function eventIn(line: string): TestEvent | null {
  const at = line.indexOf(PREFIX);
  return at === -1 ? null : (JSON.parse(line.slice(at + PREFIX.length)) as TestEvent);
}
