/** The character U+0000. PostgreSQL can store neither it nor an unpaired surrogate. */
const NUL = "\u0000";

/** Returns whether the database can store a text unchanged. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes(NUL);

/**
 * Returns a text that the database can store: unpaired surrogates are replaced by U+FFFD, and NULs, with which old
 * systems fill fields, by `instead`.
 */
export const storable = (text: string, instead = ""): string => text.toWellFormed().replaceAll(NUL, instead);

/** Maximum nesting of objects and lists in JSON that people write. */
const MAX_DEPTH = 50;

/**
 * Returns whether the database can store a JSON value unchanged: every text can be stored, and nothing is nested too
 * deeply.
 */
export function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  return (
    depth < MAX_DEPTH &&
    Object.entries(value).every(([key, inner]) => isStorableJson(key) && isStorableJson(inner, depth + 1))
  );
}
