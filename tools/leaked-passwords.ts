// Writes the hashed list of leaked passwords from the package that keeps it: `npm run passwords`, after its update.
import { writeFileSync } from "node:fs";
import { dictionary } from "@zxcvbn-ts/language-common";
import { hashOfWord, LEAKED_FILE } from "#server/sale/account/leaked-passwords.ts";

/** Shorter words never make up nearly all of a password of ten characters. */
const SHORTEST = 5;
/** Words of Kasse's languages that the list lacks. */
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
  console.log("npm run passwords\n\nWrites the hashed list of leaked passwords anew, from @zxcvbn-ts/language-common.");
} else {
  const words = new Set([...dictionary["passwords-common"], ...OWN].map((word) => word.toLowerCase()));
  const hashes = [...words].filter((word) => word.length >= SHORTEST).map(hashOfWord);
  writeFileSync(LEAKED_FILE, Buffer.concat(hashes.toSorted((one, other) => one.compare(other))));
  console.log(`${LEAKED_FILE}: ${hashes.length} words`);
}
