const PASSWORD = { min: 10, max: 200 } as const;
export type PasswordMistake = "password.tooShort" | "password.tooLong" | "password.common" | "password.unchanged";

/** Sequences on a keyboard or in the alphabet. Any four neighbours count as a pattern. */
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
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  $: "s",
  "@": "a",
};
/** Fewer letters and digits than this, added to a known word or pattern, do not make it harder to guess. */
const ENOUGH = 4;

/**
 * Returns a password in the form in which it is hashed and compared, because keyboards and systems write the same text
 * differently: `é` as one character or as two, a no-break space for a space, the ligature `ﬁ` for `fi`. It is the
 * normalisation NFKC, which NIST SP 800-63B recommends, with every other space as U+0020, as in the OpaqueString of RFC
 * 8265 (4.2.2).
 */
export const normalisedPassword = (password: string): string => password.normalize("NFKC").replace(/\p{Zs}/gu, " ");

/**
 * Checks that a password, once normalised, has 10 to 200 characters and is not common, which means little more than a
 * pattern or one leaked word. `isLeaked` is called with lower-case words; the browser has no list of leaked ones.
 */
export function passwordMistake(
  typed: string,
  isLeaked: (word: string) => boolean = () => false,
): PasswordMistake | null {
  const password = normalisedPassword(typed);
  const length = [...password].length;
  if (length < PASSWORD.min) return "password.tooShort";
  if (length > PASSWORD.max) return "password.tooLong";
  const text = password.toLowerCase();
  return isPattern(text) || wordsIn(text).some(isLeaked) ? "password.common" : null;
}

function isPattern(text: string): boolean {
  return new Set(text).size < ENOUGH || bare(withoutPatterns(text)).length < ENOUGH;
}

/**
 * Returns every word that makes up nearly all of the text, ignoring what people usually add to a word: digits, years,
 * sequences, signs, leet.
 */
function wordsIn(text: string): readonly string[] {
  const unleet = (word: string) => [...word].map((char) => LEET[char] ?? char).join("");
  const trimmed = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  // Years and sequences have to be removed before their digits are read as letters.
  const forms = [text, withoutPatterns(text), trimmed, unleet(text), unleet(withoutPatterns(text))].map(bare);
  return [...new Set(forms)].flatMap((form) => {
    const lengths = [0, 1, 2, 3].map((less) => form.length - less).filter((length) => length >= ENOUGH);
    return lengths.flatMap((length) =>
      Array.from({ length: form.length - length + 1 }, (_, start) => form.slice(start, start + length)),
    );
  });
}

/** Returns only the letters and digits, with repeated parts reduced to one. */
function bare(text: string): string {
  const parts = text.split(/[^\p{L}\p{N}]/u);
  return repeatedPart([...new Set(parts)].join(""));
}

/**
 * Returns the shortest part of at least four characters that, repeated, makes up the text; the text itself if there is
 * none.
 */
function repeatedPart(text: string): string {
  const characters = [...text];
  for (let length = 4; length * 2 <= characters.length; length++) {
    const part = characters.slice(0, length).join("");
    if (characters.length % length === 0 && part.repeat(characters.length / length) === text) return part;
  }
  return text;
}

/** Returns the text without years, characters repeated three times or more, and sequences of four or more. */
function withoutPatterns(text: string): string {
  const rest = text.replace(/(.)\1{2,}/g, "").replace(/(19|20)\d{2}/g, "");
  return RUNS.reduce(withoutRun, rest);
}

function withoutRun(text: string, run: string): string {
  let rest = text;
  for (let length = run.length; length >= ENOUGH; length--) {
    for (let start = 0; start + length <= run.length; start++)
      rest = rest.replace(run.slice(start, start + length), "");
  }
  return rest;
}
