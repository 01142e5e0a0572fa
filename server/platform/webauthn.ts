import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

/**
 * Passkeys (WebAuthn level 3), for the shop and the desk. The library is loaded with the first passkey, because most
 * processes do not need it at the start.
 */

/** The owner of passkeys from a browser's point of view: a host, and the only origin that may ask for them (RP ID). */
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
/** The stored data of a passkey. `signCount`: the authenticator's count of uses; 0 if it has none. */
export type Credential = { readonly id: string; readonly publicKey: Buffer; readonly signCount: number };

/** A challenge is valid for five minutes, in ms, and once. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256, as COSE algorithms: those that authenticators support. */
const ALGORITHMS = [-8, -7, -257];

/** The relying party at an address of the settings. */
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

/** Options for a new passkey that finds its owner by itself, on an authenticator that verifies its user. */
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

/** Options for a login with one of these passkeys, or with any passkey of the relying party if none is named. */
export async function optionsToLogIn(party: RelyingParty, known: readonly string[] = []) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const allowCredentials = known.map((id) => ({ id }));
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: "required",
    ...(allowCredentials.length > 0 && { allowCredentials }),
  });
}

/** The challenge in the browser's part of an answer; null if there is none that can have been sent. */
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

/** The new passkey, if it answers the challenge for this relying party and its user was verified; null otherwise. */
export async function addedCredential(
  answer: Added,
  { challenge, party }: { readonly challenge: string; readonly party: RelyingParty },
): Promise<Credential | null> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { clientDataJSON, attestationObject } = answer.response;
  // The library throws for anything that is wrong with an answer.
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

/**
 * The new count of uses, if the passkey has signed the challenge for this relying party and its user was verified; null
 * otherwise.
 */
export async function usedCredential(
  answer: Used,
  { challenge, party, credential }: { challenge: string; party: RelyingParty; credential: Credential },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { id, publicKey, signCount } = credential;
  // The library throws for anything that is wrong with an answer, such as a count of uses that is not higher than the
  // last.
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(publicKey), counter: signCount },
    requireUserVerification: true,
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}
