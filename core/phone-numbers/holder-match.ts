/**
 * How each detail of a person counts when the provider of a number compares it with the number's holder. `decides`: a
 * definite difference refuses the transfer. `informs`: people move, and addresses are spelled in many ways, so a
 * difference is only recorded.
 */
const HOLDER_DETAILS = {
  givenName: "decides",
  familyName: "decides",
  birthdate: "decides",
  streetName: "informs",
  streetNumber: "informs",
  postalCode: "informs",
  locality: "informs",
  country: "informs",
} as const;

export type HolderDetail = keyof typeof HOLDER_DETAILS;
export const HOLDER_DETAIL_NAMES = Object.keys(HOLDER_DETAILS) as readonly HolderDetail[];

export const MATCHES = ["true", "false", "not_available"] as const;
type Match = (typeof MATCHES)[number];
/** The provider's answer about one detail. `score`: how similar a differing text is, from 0 to 99. */
export type DetailMatch = { readonly match: Match; readonly score?: number };
/** The answers about the details that the provider was asked about. A missing one counts as not available. */
export type DetailMatches = Partial<Readonly<Record<HolderDetail, DetailMatch>>>;

/**
 * From this score on, a differing name counts as the same: another spelling, such as Müller and Mueller. CAMARA's score
 * is the Jaro-Winkler similarity in percent, by which different common names stay below it.
 */
export const SAME_FROM = 85;

/** `differs`: definitely another holder. `same`: name and birthday match. `unknown`: anything else. */
export const HOLDER_VERDICTS = ["same", "differs", "unknown"] as const;
export type HolderVerdict = (typeof HOLDER_VERDICTS)[number];

/**
 * Returns whether a person is a number's holder. `ofAge`: whether the provider says that the holder is of age, if it
 * was asked; null if not, or if the answer cannot be relied on. Only adults can order, so a holder under age is
 * somebody else.
 */
export function holderVerdict(details: DetailMatches, ofAge: boolean | null = null): HolderVerdict {
  const deciding = HOLDER_DETAIL_NAMES.filter((name) => HOLDER_DETAILS[name] === "decides").map(
    (name) => details[name],
  );
  if (ofAge === false || deciding.some((each) => each?.match === "false" && !isSimilar(each))) return "differs";
  return deciding.every((each) => each?.match === "true" || isSimilar(each)) ? "same" : "unknown";
}

const isSimilar = (detail: DetailMatch | undefined) => (detail?.score ?? 0) >= SAME_FROM;

/** Returns whether any part of the address definitely differs; another spelling does not. */
export function differsInAddress(details: DetailMatches): boolean {
  return HOLDER_DETAIL_NAMES.some(
    (name) => HOLDER_DETAILS[name] === "informs" && details[name]?.match === "false" && !isSimilar(details[name]),
  );
}

/** What an Age Verification says. `isVerified`: the holder's age was checked by an official document. */
export type AgeAnswer = {
  readonly ofAge: Match;
  readonly isVerified: boolean | null;
  /** How sure the provider is that the answer is about the named person, from 0 to 100. */
  readonly identityScore: number | null;
};

/**
 * Returns whether the holder is of age, if the answer can be relied on, otherwise null. A child may use its parent's
 * number, so an answer about an unproven age or another person does not count.
 */
export function reliableAge({ ofAge, isVerified, identityScore }: AgeAnswer): boolean | null {
  if (ofAge === "not_available") return null;
  if (ofAge === "true") return true;
  return isVerified === true && (identityScore === null || identityScore >= SAME_FROM) ? false : null;
}
