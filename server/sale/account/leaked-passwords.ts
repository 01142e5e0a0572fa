import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Bytes of each hash: with 47,000 words one in 20 million others is taken for one of them. */
const HASH_BYTES = 5;
export const LEAKED_FILE = join(import.meta.dirname, "leaked-passwords.bin");

export const hashOfWord = (word: string): Buffer => createHash("sha256").update(word).digest().subarray(0, HASH_BYTES);

/** The beginnings of the SHA-256 of leaked passwords, sorted: 230 kB in place of 20 MB. `npm run passwords` writes them. */
const hashes = readFileSync(LEAKED_FILE);

/** True for a word (in lower case) that stands in lists of leaked passwords. */
export function isLeaked(word: string): boolean {
  const wanted = hashOfWord(word);
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
