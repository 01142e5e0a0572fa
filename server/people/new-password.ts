import { passwordMistake, type PasswordMistake } from "#core/person/password.ts";
import { isLeaked } from "./leaked-passwords.ts";

/**
 * What is wrong with a new password; null if nothing is. Leaked passwords, the brand's name and the account's own e-mail count
 * as common.
 */
export function newPasswordMistake(
  password: string,
  email: string,
  { name }: { readonly name: string },
): PasswordMistake | null {
  const known = new Set([name, email, email.split("@")[0] ?? ""].flatMap(wordsOf));
  return passwordMistake(password, (word) => known.has(word) || isLeaked(word));
}

/** The words of a name in lower case, and all of them as one word. */
function wordsOf(name: string): readonly string[] {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...words, words.join("")];
}
