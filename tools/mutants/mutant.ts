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

/** Code on one line, shortened so that it fits into a list. */
export function brief(code: string): string {
  const line = code.replaceAll(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
