/** How addresses are compared: lower case, no accents, no punctuation, common abbreviations expanded. */

/** Common abbreviations in the national languages. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    str: "strasse",
    pl: "platz",
    rte: "route",
    av: "avenue",
    ave: "avenue",
    ch: "chemin",
    bd: "boulevard",
    blvd: "boulevard",
    bvd: "boulevard",
    r: "rue",
    pza: "piazza",
    vle: "viale",
    st: "sankt",
  }),
);

/** Splits a text into comparable words; `Rue de l’Hôpital` gives rue, de, l, hopital. */
export function addressWords(text: string): string[] {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .split(/[^\p{L}\p{N}.]/u)
    .flatMap((word) => word.split(/\.(?!\d)/))
    .filter((word) => word !== "")
    .map(expand);
}

function expand(word: string): string {
  const whole = ABBREVIATIONS.get(word);
  if (whole) return whole;
  return word.endsWith("str") && word.length > 4 ? `${word}asse` : word;
}

export type AddressQuery = { readonly words: readonly string[]; readonly houseNumber: string | null };

/** Only this many words of a search are used; no address has more. */
const MAX_WORDS = 8;

/**
 * The words to find in street, postcode and place, and the house number if there is one: `12a`, `31.1`, at most three
 * digits.
 */
export function addressQuery(term: string): AddressQuery {
  const all = addressWords(term.slice(0, 200)).slice(0, MAX_WORDS);
  const at = all.findLastIndex((word, index) => index > 0 && /^\d{1,3}(?:[a-z]|\.\d+[a-z]?)?$/.test(word));
  return { words: all.filter((_, index) => index !== at), houseNumber: all[at] ?? null };
}
