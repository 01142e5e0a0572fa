/**
 * What was typed or pasted into a field for a code, a number or an address of the net: invisible characters are gone,
 * every kind of space is a plain one, every kind of dash a hyphen, and full-width figures are plain ones. Not for
 * names, in which some invisible characters join letters.
 */
export function plainText(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Zs}\s]+/gu, " ")
    .replace(/\p{Pd}/gu, "-")
    .trim();
}

/** Apostrophes of every keyboard, and the quotes, primes and accents that are typed or printed for them. */
const APOSTROPHES = /[`´‘’‛′‵ʹʻʼˈ՚׳ꞌ＇]/gu;

/**
 * Soft hyphens, zero-width spaces and marks of direction, which come with pasted text. Characters that join letters,
 * and those that turn the direction of what follows, are none of them.
 */
const PASTED = /[\u034F\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2064\uFEFF]/gu;

/**
 * A name or an address with one sign for all apostrophes, one for all hyphens and dashes, and without what nobody sees.
 * iOS types ‘ after a space and ’ elsewhere, and pasted text has any of them.
 */
export function plainSigns(text: string): string {
  return text
    .replace(PASTED, "")
    .replace(APOSTROPHES, "'")
    .replace(/[\p{Pd}−]/gu, "-");
}

/** Whether all letters of a text are Latin ones, as in the machine-readable zone of any document. */
export function isLatin(text: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text);
}

/**
 * A text without the characters that nobody sees, such as zero-width and filling ones, and without spaces around it.
 */
export function visibleText(typed: string): string {
  return typed.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, "").trim();
}

/**
 * Control characters, line breaks, and signs that turn the direction of what follows: in a terminal they can forge a
 * line.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text can be printed in a line of a terminal and kept by the database. */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

/** A text in one line, with a space for whatever cannot be printed. */
export function inOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(new RegExp(`${CONTROL.source}+`, "gu"), " ")
    .trim();
}

/** How deep objects and lists may be inside each other in what people write. */
const DEEPEST = 50;

/**
 * Whether the database can keep a JSON value as it is: every text is well-formed and without U+0000, and nothing is
 * nested too deeply.
 */
export function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return (
    depth < DEEPEST &&
    Object.entries(value).every(([key, inner]) => isStorableJson(key) && isStorableJson(inner, depth + 1))
  );
}
