import { normalisePhone } from "#core/phone-numbers/phone.ts";

/**
 * Finds orders while a person types. A term is a word in lower case without accents. An order is found if each typed
 * word is the beginning of one of its terms.
 */

/** Letters that Unicode does not decompose into a letter and an accent, with their usual replacement. */
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", ø: "o", đ: "d", ł: "l", æ: "ae", œ: "oe", ı: "i" };

/** Returns a text in lower case without accents: `ä` becomes `a`. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßøđłæœı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Returns a text in lower case with umlauts spelled out: `Müller` becomes `mueller`. */
function spelledOut(text: string): string {
  const spelled = text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[äöü]/g, (letter) => `${plain(letter)}e`);
  return plain(spelled);
}

const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Returns the last nine digits of a phone number, which are equal in all spellings; null for anything else. */
function phoneTerm(typed: string): string | null {
  const digits = normalisePhone(typed).replaceAll(/\D/g, "");
  return digits.length >= 9 ? digits.slice(-9) : null;
}

/** The data by which an order can be found. */
export type Searchable = {
  readonly number: string;
  /** The customer's e-mail address, as stored and in readable form. */
  readonly emails: readonly string[];
  /** Names of people and of the company. */
  readonly names: readonly string[];
  /** Phone numbers in any spelling. */
  readonly phones: readonly string[];
};

/** Returns the terms of an order, without duplicates. */
export function termsOf({ number, emails, names, phones }: Searchable): readonly string[] {
  const mails = emails.map((email) => plain(email).replaceAll(/\s/g, ""));
  const all = [
    plain(number),
    plain(number).replace(/^k/, ""),
    ...mails,
    ...mails.flatMap(wordsOf),
    ...names.flatMap((name) => [...wordsOf(name), ...wordsOf(spelledOut(name))]),
    ...phones.flatMap((phone) => phoneTerm(phone) ?? []),
  ];
  return [...new Set(all.filter((term) => term !== ""))];
}

/** Minimum length of a search in characters; a shorter one would find nearly everything. */
const MIN_SEARCHED = 2;

/**
 * Returns the terms that a typed text searches for: the alternatives of each word, one of which has to be the beginning
 * of a term. Empty if the text is too short. Digits can be an order number or the beginning of a phone number.
 */
export function searchedTerms(typed: string): readonly (readonly string[])[] {
  const text = typed.trim();
  const isNumber = /^[+(\d][\d\s()./+-]*$/.test(text);
  const digits = text.replaceAll(/\D/g, "");
  const words = isNumber
    ? [[...new Set([digits, digits.replace(/^(?:0041|41|0)/, "")])].filter((each) => each.length >= MIN_SEARCHED)]
    : (text.includes("@") ? plain(text).split(/\s+/) : wordsOf(text)).map((word) => [word]);
  const kept = words.filter(([first = ""]) => first !== "");
  return kept.join("").length >= MIN_SEARCHED ? kept : [];
}
