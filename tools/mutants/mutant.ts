/** A small change of the code, and what the tests said to it. */
export type Mutant = {
  /** Path from the root. */
  readonly file: string;
  readonly line: number;
  /** The code before the change and after it. */
  readonly code: string;
  readonly becomes: string;
  /** As Stryker names it: `Killed`, `Timeout`, `Survived`, `NoCoverage`, … */
  readonly status: string;
};

const SURVIVED = new Set(["Survived", "NoCoverage"]);
const KILLED = new Set(["Killed", "Timeout"]);

/** Whether no test noticed the change. */
export const survived = ({ status }: Mutant): boolean => SURVIVED.has(status);

/** Whether a test failed or never ended. */
export const killed = ({ status }: Mutant): boolean => KILLED.has(status);

const LONGEST = 80;

/** The change with each side on one line, shortened around the place where they differ, so that it fits into a list. */
export function briefly({ code, becomes }: Pick<Mutant, "code" | "becomes">): { code: string; becomes: string } {
  const [before, after] = [onOneLine(code), onOneLine(becomes)];
  if (before.length <= LONGEST) return { code: before, becomes: cut(after, 0) };
  const same = [...before].findIndex((char, at) => char !== after[at]);
  const from = after.length <= LONGEST ? 0 : Math.max(0, same - LONGEST / 2);
  return { code: cut(before, from), becomes: cut(after, from) };
}

const onOneLine = (code: string) => code.replaceAll(/\s+/g, " ").trim();

function cut(text: string, from: number): string {
  const part = text.slice(from, from + LONGEST);
  return `${from > 0 ? "…" : ""}${part}${from + LONGEST < text.length ? "…" : ""}`;
}
