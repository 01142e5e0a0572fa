import { readFileSync } from "node:fs";

/** A small change of the product that at least one test should detect. */
export type Fault = {
  /** Path from the root. */
  readonly file: string;
  /** The line's number (from 1) when the fault was chosen. The line's `text` finds it again after lines have moved. */
  readonly line: number;
  readonly text: string;
  /** Start of the change in the line, from 0. */
  readonly column: number;
  /** The code before the change and after it. */
  readonly code: string;
  readonly becomes: string;
};

/** The result of running the tests with a fault: the suite and the first test that failed; null if no test failed. */
export type Verdict = { readonly suite: string; readonly test: string } | null;

/** Returns a file's text with the change. Throws if the code is no longer there. */
export function seed(source: string, fault: Fault): string {
  const at = offsetOf(source, fault);
  return source.slice(0, at) + fault.becomes + source.slice(at + fault.code.length);
}

export const codeIsIn = (source: string, fault: Fault): boolean => find(source, fault) !== null;

function offsetOf(source: string, fault: Fault): number {
  const found = find(source, fault);
  if (found === null) throw new Error(`${fault.file}:${fault.line} no longer has ${fault.code}`);
  return found;
}

/** Returns the start of the code in the text, in the line nearest to its old position. */
function find(source: string, { line, text, column, code }: Fault): number | null {
  const lines = source.split("\n");
  const starts = lines.map((_, index) => lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0));
  const found = lines
    .map((each, index) => ({ each, index }))
    .filter(({ each, index }) => each === text && source.startsWith(code, (starts[index] ?? 0) + column))
    .toSorted((one, other) => Math.abs(one.index + 1 - line) - Math.abs(other.index + 1 - line))[0];
  return found ? (starts[found.index] ?? 0) + column : null;
}

export const readFaults = (file: string): readonly Fault[] => JSON.parse(readFileSync(file, "utf8")) as Fault[];
