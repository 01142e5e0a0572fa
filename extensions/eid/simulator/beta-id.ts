import type { CredentialQuery } from "./request.ts";

/** The issuer of the wallet's Beta-IDs. */
export const ISSUER =
  "did:webvh:QmSimulatorBetaIdIssuer:identifier-reg.simulator.example:api:v1:did:5caa5372-34b5-4a47-9744-55ba8e680ed0";
/** An issuer that no shop accepts. */
const STRANGER =
  "did:webvh:QmSimulatorOtherIssuer:identifier-reg.simulator.example:api:v1:did:9a5559f0-b81c-4368-a170-e7b4ae424527";

/** A flaw of a credential, named after the verifier's error code (VerificationErrorResponseCode). */
type Flaw = "credential_expired" | "jwt_expired" | "credential_revoked" | "credential_suspended";
/** A Beta-ID in a wallet. Every claim about a person is a string, and there is no claim for the postal address. */
export type BetaId = {
  readonly issuer: string;
  readonly flaw: Flaw | null;
  readonly person: Readonly<Record<string, string>>;
};

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Returns a person's claims in the format of the Beta-ID ("How to use Beta-ID", example), which is valid for three
 * months.
 */
const claimsOf = (person: Readonly<Record<string, string>>, expiresIn: number) => ({
  age_over_16: "true",
  age_over_18: "true",
  age_over_65: "false",
  nationality: "CH",
  portrait: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVQI12NgAAIABQAABjE+ibYAAAAASUVORK5CYII=",
  additional_person_info: "N/A",
  issuance_date: inDays(expiresIn - 90),
  expiry_date: inDays(expiresIn),
  issuing_authority: "Beta Credential Service BCS",
  issuing_country: "CH",
  reference_id_type: "Self-Declared",
  reference_id_expiry_date: inDays(1500),
  verification_type: "Self-Service",
  verification_organization: "Beta Credential Service BCS",
  ...person,
});

const NORA = {
  family_name: "Beispiel",
  given_name: "Nora",
  birth_date: "1991-03-14",
  age_birth_year: "1991",
  birth_place: "Luzern",
  place_of_origin: "Altdorf UR",
  sex: "2",
  personal_administrative_number: "756.1234.5678.97",
  document_number: "BETA-ID-N7K2Q9XA",
};
const MAX = {
  family_name: "Muster",
  given_name: "Max",
  birth_date: "1985-11-02",
  age_birth_year: "1985",
  birth_place: "Chur",
  place_of_origin: "Davos GR",
  sex: "1",
  personal_administrative_number: "756.9217.0769.85",
  document_number: "BETA-ID-M4T8R1ZC",
};

/** The credentials that the wallet can present. */
export const WALLET = {
  nora: () => ({ issuer: ISSUER, flaw: null, person: claimsOf(NORA, 60) }),
  muster: () => ({ issuer: ISSUER, flaw: null, person: claimsOf(MAX, 60) }),
  expired: () => ({ issuer: ISSUER, flaw: "credential_expired", person: claimsOf(NORA, -10) }),
  jwtExpired: () => ({ issuer: ISSUER, flaw: "jwt_expired", person: claimsOf(NORA, -10) }),
  revoked: () => ({ issuer: ISSUER, flaw: "credential_revoked", person: claimsOf(NORA, 60) }),
  suspended: () => ({ issuer: ISSUER, flaw: "credential_suspended", person: claimsOf(NORA, 60) }),
  otherIssuer: () => ({ issuer: STRANGER, flaw: null, person: claimsOf(NORA, 60) }),
} as const satisfies Readonly<Record<string, () => BetaId>>;

const VCT = "betaid-sdjwt";

/**
 * Returns the claims that a credential discloses for a query (OpenID4VP 1.0, 6.4.1): those that are always disclosed,
 * and of the person's claims only the requested ones. Null if the credential does not match the query, so that the
 * wallet offers nothing.
 */
export function disclosedFor({ issuer, person }: BetaId, { format, meta, claims = [] }: CredentialQuery) {
  if (format !== "dc+sd-jwt" || !meta.vct_values.includes(VCT)) return null;
  const open: Readonly<Record<string, unknown>> = {
    vct: VCT,
    iss: issuer,
    iat: Math.floor(Date.parse(person["issuance_date"] ?? "") / 1000),
    cnf: { kty: "EC", crv: "P-256", x: "mzddJ3NfpDYe-pnmFuKZJJckzlZxFHRf1CcGaujZn9Q" },
  };
  const shown = new Map<string, unknown>();
  for (const { path, values } of claims) {
    const [name, ...deeper] = path;
    const value = typeof name === "string" && deeper.length === 0 ? (person[name] ?? open[name]) : undefined;
    if (value === undefined || (values && !values.includes(value))) return null;
    shown.set(String(name), value);
  }
  return { ...open, ...Object.fromEntries(shown) };
}
