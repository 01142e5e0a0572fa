import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Bytes of each hash. With 47,000 words, one in about 20 million other words is a false positive. */
const HASH_BYTES = 5;
export const LEAKED_FILE = join(import.meta.dirname, "leaked-passwords.bin");

export const hashOfWord = (word: string): Buffer => createHash("sha256").update(word).digest().subarray(0, HASH_BYTES);

/** Sorted prefixes of the SHA-256 hashes of leaked passwords: 230 kB instead of 20 MB. `npm run passwords` creates the file. */
const hashes = readFileSync(LEAKED_FILE);

/** Whether a word (in lower case) is in the list of leaked passwords. */
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
