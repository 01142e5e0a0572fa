// Generates the hashed list of leaked passwords from an npm package: run `npm run passwords` after updating the package.
import { writeFileSync } from "node:fs";
import { dictionary } from "@zxcvbn-ts/language-common";
import { hashOfWord, LEAKED_FILE } from "#server/sale/account/leaked-passwords.ts";

/** Shorter words cannot make up nearly all of a password of ten characters. */
const SHORTEST = 5;
/** Words in Kasse's languages that are missing in the list. */
const OWN = [
  "willkommen",
  "bienvenue",
  "benvenuto",
  "dobrodosli",
  "ichliebedich",
  "switzerland",
  "svizzera",
  "svajcarska",
  "zuerich",
];

if (process.argv.includes("--help")) {
  console.log("npm run passwords\n\nGenerates the hashed list of leaked passwords from @zxcvbn-ts/language-common.");
} else {
  const words = new Set([...dictionary["passwords-common"], ...OWN].map((word) => word.toLowerCase()));
  const hashes = [...words].filter((word) => word.length >= SHORTEST).map(hashOfWord);
  writeFileSync(LEAKED_FILE, Buffer.concat(hashes.toSorted((one, other) => one.compare(other))));
  console.log(`${LEAKED_FILE}: ${hashes.length} words`);
}
