import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a fault would endanger. A test that runs with every `npm test` has to detect such a fault. */
export const GUARDED = ["money", "person", "order", "document", "login", "permission"] as const;
type Guarded = (typeof GUARDED)[number];

/** A test by its file and a part of its name, as it is written in the file. */
export type NamedTest = { readonly file: string; readonly name: string };

/** A small change of the product that a test should detect. */
export type Fault = {
  /** Path from the root. */
  readonly file: string;
  /** The code before the change, which occurs once in the file, and after it. */
  readonly code: string;
  readonly becomes: string;
  readonly guards: Guarded | null;
  /** The test that is said to detect the fault; null if none is known. */
  readonly test: NamedTest | null;
};

/** The lists of faults: of the core, and of each extension. */
const LISTS = ["tools/faults/faults.json", "extensions/*/faults.json"];

export const readFaults = (): readonly Fault[] =>
  globSync(LISTS)
    .toSorted()
    .flatMap((list) => JSON.parse(readFileSync(list, "utf8")) as Fault[]);

/** Returns the text of a file; empty if there is no such file. */
export function textOf(folder: string, file: string): string {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Returns whether the code of a fault occurs once in a file's text. */
export const canSeed = (source: string, { code }: Fault): boolean => source.split(code).length === 2;

/** Returns a file's text with the fault. */
export const seed = (source: string, { code, becomes }: Fault): string => source.replace(code, () => becomes);

/** Returns the line in which the code of a fault starts, from 1. */
export const lineOf = (source: string, { code }: Fault): number => source.split(code)[0]!.split("\n").length;

/** Returns whether a test file has a test of this name. */
export const hasTest = (source: string, { name }: NamedTest): boolean => source.includes(name);
