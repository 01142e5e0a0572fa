import { stripVTControlCharacters } from "node:util";
import type { Failure } from "./events.ts";
import type { Title } from "./suites.ts";

/** How often a run that is not on a terminal prints its progress, in ms. */
const LINE_EVERY_MS = 30_000;
const REDRAW_EVERY_MS = 1_000;

export type Screen = {
  /** Prints text above the line of progress. */
  print(text: string): void;
  /** Removes the line of progress. */
  stop(): void;
};

/** Shows one line of progress: on a terminal it is redrawn each second, elsewhere printed from time to time. */
export function showProgress(line: () => string): Screen {
  const { isTTY } = process.stdout;
  const erase = () => isTTY && process.stdout.write("\r\u001b[2K");
  const draw = () => {
    if (isTTY) {
      erase();
      process.stdout.write(line().slice(0, process.stdout.columns - 1));
    } else console.log(line());
  };
  const timer = setInterval(draw, isTTY ? REDRAW_EVERY_MS : LINE_EVERY_MS);
  return {
    print(text) {
      erase();
      console.log(text);
      if (isTTY) draw();
    },
    stop() {
      clearInterval(timer);
      erase();
    },
  };
}

/** Returns a failure with the command that repeats its test alone. */
export function failureText({ title, file, test, message }: Failure & { readonly title: Title }): string {
  const lines = stripVTControlCharacters(message).split("\n");
  return [`✗ ${file}${test === null ? "" : ` › ${test}`}`, ...lines.map((each) => `    ${each}`), ...again()].join(
    "\n",
  );

  function again(): readonly string[] {
    if (title === "checks") return [`    again: npm test -- --only ${file}`];
    if (!/\.(test|spec)\.tsx?$/.test(file)) return [];
    const named = test === null ? "" : ` -t '${test.replaceAll("'", String.raw`'\''`)}'`;
    return [`    again: npm test -- --only ${title} ${file}${named}`];
  }
}

/** Returns a duration in words: `40 s`, `6 min`. */
export const inWords = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
