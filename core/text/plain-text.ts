/**
 * Tidies text that was typed or pasted into a field for a code, a number, an e-mail address or a URL. Removes invisible
 * characters, and replaces every kind of space with a plain one, every kind of dash with a hyphen, and full-width
 * digits with plain ones. Not for names, in which some invisible characters join letters.
 */
export function plainText(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Zs}\s]+/gu, " ")
    .replace(/\p{Pd}/gu, "-")
    .trim();
}

/** Apostrophes of every keyboard, and the quotes, primes and accents that are used instead. */
const APOSTROPHES = /[`´‘’‛′‵ʹʻʼˈ՚׳ꞌ＇]/gu;

/**
 * Soft hyphens, zero-width spaces and direction marks that come with pasted text. Excludes characters that join letters
 * or change the direction of the following text.
 */
const PASTED = /[\u034F\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2064\uFEFF]/gu;

/**
 * Tidies a name or an address: one sign for all apostrophes, one for all hyphens and dashes, and no invisible
 * characters. The signs vary because iOS types ‘ after a space and ’ elsewhere, and pasted text can contain any of
 * them.
 */
export function plainSigns(text: string): string {
  return text
    .replace(PASTED, "")
    .replace(APOSTROPHES, "'")
    .replace(/[\p{Pd}−]/gu, "-");
}

/** Returns whether all letters of a text are Latin, as in the machine-readable zone of every document. */
export function isLatin(text: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text);
}

/** Returns a text without invisible characters, such as zero-width and filling ones, and without spaces around it. */
export function visibleText(typed: string): string {
  return typed.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, "").trim();
}

/**
 * Control characters, line breaks, and characters that change the direction of the following text. In a terminal, they
 * can forge a line.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Returns whether a text can be printed on one line of a terminal and stored in the database. */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

/** Returns a text on one line, with spaces in place of unprintable characters. */
export function inOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(new RegExp(`${CONTROL.source}+`, "gu"), " ")
    .trim();
}
