import * as v from "valibot";
import { withoutCredentials } from "./without-credentials.ts";

/** Schemas for lists, like those in `schemas.ts`. Their messages name every wrong entry, by its text or its place. */

/**
 * Splits a list of words, separated by spaces, commas or both.
 *
 * @public for extensions
 */
export const words = (value: string): readonly string[] =>
  value
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean);

type Naming = "text" | "place";

/** Joins words as "a, b and c". */
const joined = (all: readonly string[]): string =>
  all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;

/**
 * Returns a rule followed by the entries of a list that break it; only the rule if the list has one entry. `naming`:
 * `place` for entries that may contain a secret.
 */
export function withWrong(
  rule: string,
  list: readonly string[],
  isRight: (entry: string) => boolean,
  naming: Naming = "text",
): string {
  if (list.length < 2) return rule;
  const nameOf = (entry: string, at: number) => (naming === "text" ? `"${withoutCredentials(entry)}"` : `${at + 1}`);
  const wrong = list.flatMap((entry, at) => (isRight(entry) ? [] : [nameOf(entry, at)]));
  const noun = naming === "text" ? "" : wrong.length === 1 ? "entry " : "entries ";
  return `${rule}; ${noun}${joined(wrong)} ${wrong.length === 1 ? "is" : "are"} not`;
}

/**
 * Checks each entry of a list. The message is `rule` and every entry that breaks it.
 *
 * @public for extensions
 */
export const eachEntry = (isRight: (entry: string) => boolean, rule: string, naming: Naming = "text") =>
  v.check(
    (list: readonly string[]) => list.every(isRight),
    ({ input }) => withWrong(rule, input, isRight, naming),
  );

/**
 * One or more of these words, separated by spaces or commas.
 *
 * @public for extensions
 */
export const someOf = <const T extends string>(allowed: readonly T[]) => {
  const message = `must be a list of what Kasse knows: ${allowed.join(" ")}`;
  const isAllowed = (entry: string) => allowed.some((each) => each === entry);
  return v.pipe(
    v.string(),
    v.transform(words),
    v.minLength(1, message),
    eachEntry(isAllowed, message),
    // The cast is safe: the check has found each entry in the list.
    v.transform((list) => list as readonly T[]),
  );
};

/**
 * Origins such as `https://cdn.example`, separated by spaces; empty means none.
 *
 * @public for extensions
 */
export const originList = v.pipe(
  v.string(),
  v.transform(words),
  eachEntry(
    (each) => /^https?:\/\/[^/?#]+$/.test(each) && URL.canParse(each),
    "must be a list of origins such as https://cdn.example",
  ),
);
