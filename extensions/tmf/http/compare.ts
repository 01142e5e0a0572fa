import { readMoment, readSpan, type Span } from "#core/time/moments.ts";

export const OPERATORS = ["eq", "gt", "gte", "lt", "lte"] as const;
export type Operator = (typeof OPERATORS)[number];
export type Scalar = string | number | boolean;

/** A value of a filter, with what it is as a number and as a time; null if it is none. */
export type Wanted = { readonly text: string; readonly number: number | null; readonly span: Span | null };

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Reads a value of a filter. A day is one in Switzerland, and a time without a zone is Swiss time. A plus is a space
 * when it arrives, so the zone of a time may have one.
 */
export function readWanted(text: string): Wanted {
  const time = text.replace(/(:\d{2}(?:\.\d+)?) (\d{2}(?::?\d{2})?)$/, "$1+$2");
  return { text, number: NUMBER.test(text) ? Number(text) : null, span: readSpan(time) };
}

/** Whether a value can be compared by `.gt` and its like. */
export const isOrdered = ({ number, span }: Wanted): boolean => number !== null || span !== null;

const momentOf = (value: Scalar) =>
  typeof value === "string" ? (readMoment(value) ?? readSpan(value)?.from ?? null) : null;

/**
 * Returns whether a value can be compared with what a filter wants: numbers with numbers, times with times. Any text
 * equals another one or not, but a number, a time or a flag is never equal to something else.
 */
export function isComparable(value: Scalar, operator: Operator, { text, number, span }: Wanted): boolean {
  if (typeof value === "boolean") return operator === "eq" && (text === "true" || text === "false");
  if (typeof value === "number") return number !== null;
  if (momentOf(value)) return span !== null;
  return operator === "eq";
}

/** Whether a value fulfils a filter. */
export function compares(value: Scalar, operator: Operator, wanted: Wanted): boolean {
  const { text, number, span } = wanted;
  const at = momentOf(value);
  if (at && span)
    return {
      eq: at >= span.from && at < span.before,
      gt: at >= span.before,
      gte: at >= span.from,
      lt: at < span.from,
      lte: at < span.before,
    }[operator];
  if (typeof value !== "number" || number === null) return operator === "eq" && String(value) === text;
  return {
    eq: value === number,
    gt: value > number,
    gte: value >= number,
    lt: value < number,
    lte: value <= number,
  }[operator];
}
