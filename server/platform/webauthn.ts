import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

/**
 * Passkeys (WebAuthn level 3) for the shop and the desk. The library is loaded when the first passkey is used, because
 * most processes do not need it when they start.
 */

/**
 * The relying party (RP): the site that passkeys belong to. `id` is its host; `origin` is the only origin that may use
 * them.
 */
export type RelyingParty = { readonly id: string; readonly origin: string };
type Answer<Whole extends { readonly response: object }, Parts extends keyof Whole["response"]> = {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly response: Readonly<Pick<Whole["response"], Parts>>;
};
export type Added = Answer<RegistrationResponseJSON, "clientDataJSON" | "attestationObject"> & {
  readonly response: { readonly transports?: readonly string[] | undefined };
};
export type Used = Answer<AuthenticationResponseJSON, "clientDataJSON" | "authenticatorData" | "signature">;
/** The stored data of a passkey. `signCount`: how often the authenticator says it was used; 0 if it does not count. */
export type Credential = { readonly id: string; readonly publicKey: Buffer; readonly signCount: number };

/** Lifetime of a challenge in ms; each can be used once. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;

/** COSE algorithms that authenticators support: EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

/** Returns the relying party for a URL from the settings. */
export function relyingPartyAt(address: string): RelyingParty {
  const { hostname, origin } = new URL(address);
  return { id: hostname, origin };
}

export type Owner = {
  readonly party: RelyingParty;
  /** The name of the shop or the desk. */
  readonly of: string;
  readonly id: string;
  readonly email: string;
  /** Ids of the passkeys that the owner has. */
  readonly known: readonly string[];
};

/**
 * Returns the options for creating a passkey. It must be discoverable, so that no user name is needed to log in, and
 * its authenticator must verify the user.
 */
export async function optionsToAdd({ party, of, id, email, known }: Owner) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: of,
    rpID: party.id,
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(Buffer.from(id)),
    excludeCredentials: known.map((each) => ({ id: each })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Returns the options for a login with one of these passkeys, or with any passkey of the relying party if the list is
 * empty.
 */
export async function optionsToLogIn(party: RelyingParty, known: readonly string[] = []) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const allowCredentials = known.map((id) => ({ id }));
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: "required",
    ...(allowCredentials.length > 0 && { allowCredentials }),
  });
}

/** Returns the challenge that a browser's response contains; null if it contains none of the right form. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")) as {
      challenge?: unknown;
    } | null;
    const challenge = data?.challenge;
    return typeof challenge === "string" && /^[A-Za-z0-9_-]{20,100}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Returns the new passkey if the response signs the challenge for this relying party and the user was verified;
 * otherwise null.
 */
export async function addedCredential(
  answer: Added,
  { challenge, party }: { readonly challenge: string; readonly party: RelyingParty },
): Promise<Credential | null> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { clientDataJSON, attestationObject } = answer.response;
  // The library throws for any error in the response.
  const verified = await verifyRegistrationResponse({
    response: { ...answer, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey), signCount: counter };
}

/** A use of a passkey that was verified. */
export type Use = {
  /** The signature count, as the authenticator says. */
  readonly count: number;
  /** Whether the count has risen; authenticators that do not count always send 0. */
  readonly isRisen: boolean;
  /**
   * Whether the passkey can be on several devices at once (backup eligible, WebAuthn level 3, 6.1.3). Each of them
   * counts for itself, so a lower count does not mean a copy.
   */
  readonly isSynced: boolean;
};

/**
 * Returns the use of a passkey that has signed the challenge for this relying party and whose user was verified;
 * otherwise null. The caller decides about a count that has not risen.
 */
export async function usedCredential(
  answer: Used,
  { challenge, party, credential }: { challenge: string; party: RelyingParty; credential: Credential },
): Promise<Use | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { id, publicKey, signCount } = credential;
  // The library throws for any error in the response. With a count of 0 it accepts any new one.
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter: count, credentialDeviceType } = verified.authenticationInfo;
  const isRisen = count > signCount || (count === 0 && signCount === 0);
  return { count, isRisen, isSynced: credentialDeviceType === "multiDevice" };
}
