import { passwordMistake, type PasswordMistake } from "#core/password.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { isLeaked } from "./leaked-passwords.ts";

/** What is wrong with a new password; null if nothing is. Leaked passwords and the brand's name count as common. */
export function newPasswordMistake(password: string, { name }: Pick<Brand, "name">): PasswordMistake | null {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const ofBrand = new Set([...words, words.join("")]);
  return passwordMistake(password, (word) => ofBrand.has(word) || isLeaked(word));
}
