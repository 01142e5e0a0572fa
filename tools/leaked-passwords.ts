// Generates the hashed list of leaked passwords and common words from npm packages. Run `npm run passwords` after
// updating one of them.
import { writeFileSync } from "node:fs";
import { dictionary as leaked } from "@zxcvbn-ts/language-common";
import { dictionary as german } from "@zxcvbn-ts/language-de";
import { dictionary as french } from "@zxcvbn-ts/language-fr";
import { dictionary as italian } from "@zxcvbn-ts/language-it";
import { foldedWord, hashOfWord, LEAKED_FILE } from "#server/authentication/new-password.ts";
import { COMMON_WORDS } from "./common-words.ts";

/**
 * Minimum length of words from the packages. A shorter word cannot make up nearly all of a password of ten characters.
 */
const MIN_LENGTH = 5;
const PACKAGES: readonly (readonly string[])[] = [
  leaked["passwords-common"],
  german.commonWords,
  german.firstnames,
  french["commonWords-fr"],
  french["firstnames-fr"],
  italian.commonWords,
  italian.firstnames,
];

/** Returns the spellings in which people type a word: without diacritics, and with umlauts as two letters. */
function typed(word: string): readonly string[] {
  const lower = word.toLowerCase();
  const umlauts = lower.replace(/[äöü]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter] ?? letter);
  return [lower, umlauts].map(foldedWord);
}

if (process.argv.includes("--help")) {
  console.log(
    "npm run passwords\n\nGenerates the hashed list of leaked passwords and common words from the packages @zxcvbn-ts/language-*.",
  );
} else {
  const words = new Set([
    ...PACKAGES.flat()
      .flatMap(typed)
      .filter((word) => word.length >= MIN_LENGTH),
    ...COMMON_WORDS.map(foldedWord),
  ]);
  const hashes = [...words].map(hashOfWord);
  writeFileSync(LEAKED_FILE, Buffer.concat(hashes.toSorted((one, other) => one.compare(other))));
  console.log(`${LEAKED_FILE.pathname}: ${hashes.length} words`);
}
