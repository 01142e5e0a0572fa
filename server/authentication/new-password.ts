import { normalisedPassword, passwordMistake, type PasswordMistake } from "#core/person/password.ts";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * Returns what is wrong with a new password, or null. Leaked passwords, the brand's name and the account's own e-mail
 * address count as common. `current` is the password that it replaces, as typed.
 */
export function newPasswordMistake(
  password: string,
  email: string,
  { name }: { readonly name: string },
  current: string | null = null,
): PasswordMistake | null {
  if (current !== null && normalisedPassword(password) === normalisedPassword(current)) return "password.unchanged";
  const known = new Set([name, email, email.split("@")[0] ?? ""].flatMap(wordsOf));
  return passwordMistake(password, (word) => known.has(word) || isLeaked(word));
}

/** Returns the words of a name in lower case, and additionally all of them joined. */
function wordsOf(name: string): readonly string[] {
  const words = normalisedPassword(name)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return [...words, words.join("")];
}

/** Bytes per hash. With 110,000 words in the list, about one in ten million other words is wrongly found in it. */
const HASH_BYTES = 5;
export const LEAKED_FILE = new URL("leaked-passwords.bin", import.meta.url);

const LETTERS: Readonly<Record<string, string>> = { ß: "ss", đ: "dj", œ: "oe", æ: "ae", ø: "o", ł: "l" };

/**
 * Returns a lower-case word without diacritics, as people often type it: `zürich` becomes `zurich`, `šifra` becomes
 * `sifra`.
 */
export function foldedWord(word: string): string {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  return plain.replace(/[ßđœæøł]/g, (letter) => LETTERS[letter] ?? letter);
}

export const hashOfWord = (word: string): Buffer => createHash("sha256").update(word).digest().subarray(0, HASH_BYTES);

/**
 * Sorted prefixes of the SHA-256 hashes of leaked passwords and of common words in Kasse's languages. Prefixes make the
 * file half a megabyte instead of many. `npm run passwords` creates it.
 */
const hashes = readFileSync(LEAKED_FILE);

/**
 * Returns whether a word (in lower case, with or without diacritics) is in the list of leaked passwords and common
 * words.
 */
export function isLeaked(word: string): boolean {
  const wanted = hashOfWord(foldedWord(word));
  let [low, high] = [0, hashes.length / HASH_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = wanted.compare(hashes, middle * HASH_BYTES, (middle + 1) * HASH_BYTES);
    if (order === 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}
