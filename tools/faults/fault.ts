import { readFileSync } from "node:fs";

/** A small change of the product that some test should notice. */
export type Fault = {
  /** Path from the root. */
  readonly file: string;
  /** The line's number when the fault was chosen, from 1, and its text, by which it is found again when lines have moved. */
  readonly line: number;
  readonly text: string;
  /** Where the change begins in the line, from 0. */
  readonly column: number;
  /** The code before the change and after it. */
  readonly code: string;
  readonly becomes: string;
};

/** What a run of the tests said to a fault: the suite and the first test that failed; null: no test failed. */
export type Verdict = { readonly suite: string; readonly test: string } | null;

/** Makes the change in a file's text. Throws an error if the code is no longer there. */
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

/** Where the code begins in the text: in the line nearest to where it was. */
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
