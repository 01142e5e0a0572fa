export const PASSWORD = { min: 10, max: 200 } as const;
export type PasswordMistake = "password.tooShort" | "password.tooLong" | "password.common";

/** Words and runs that stand in every leaked list; a password that is little more than one of them is common. */
const COMMON =
  "password passwort motdepasse lozinka kennwort qwertz qwerty azerty asdfgh letmein welcome willkommen bienvenue iloveyou ichliebedich admin administrator football fussball baseball superman batman pokemon starwars dragon monkey sunshine princess schweiz switzerland suisse svizzera zuerich hallo summer sommer winter trustno1 changeme geheim secret passw0rd p4ssword p4ssw0rd".split(
    " ",
  );
const RUNS = [
  "01234567890123456789",
  "98765432109876543210",
  "qwertzuiopasdfghjklyxcvbnm",
  "qwertyuiopasdfghjklzxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "abcdefghijklmnopqrstuvwxyz",
  "1q2w3e4r5t6z7u8i9o0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb",
];

/** At least ten characters, and none of the common ones (decisions 5). */
export function passwordMistake(password: string): PasswordMistake | null {
  const length = [...password].length;
  if (length < PASSWORD.min) return "password.tooShort";
  if (length > PASSWORD.max) return "password.tooLong";
  return isCommon(password.toLowerCase()) ? "password.common" : null;
}

/** Common: what is left after taking out known words, runs and repeats is shorter than four characters. */
function isCommon(password: string): boolean {
  let rest = password;
  for (const word of COMMON) rest = rest.replaceAll(word, "");
  rest = rest.replace(/(.)\1{2,}/g, "").replace(/(19|20)\d{2}/g, "");
  for (const run of RUNS) rest = withoutRun(rest, run);
  return rest.replace(/[^\p{L}\p{N}]/gu, "").length < 4 || new Set(password).size < 4;
}

function withoutRun(text: string, run: string): string {
  for (let length = Math.min(text.length, run.length); length >= 4; length--) {
    for (let start = 0; start + length <= run.length; start++)
      text = text.replace(run.slice(start, start + length), "");
  }
  return text;
}
