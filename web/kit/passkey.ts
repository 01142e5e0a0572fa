import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** Matches IP addresses. Passkeys are bound to a host name, so browsers support none for an IP address. */
const IS_NUMERIC = /^[\d.]+$|^\[/;

type Use = "create" | "get";
type Policy = { features(): readonly string[]; allowsFeature(feature: string): boolean };

/**
 * Whether passkeys can be created or used here: the browser supports them, for this host, and in a frame the page
 * around it permits them (WebAuthn level 3, 5.9).
 */
export function canHavePasskeys(use: Use): boolean {
  return (
    "PublicKeyCredential" in globalThis &&
    isSecureContext &&
    !IS_NUMERIC.test(location.hostname) &&
    isPermitted(`publickey-credentials-${use}`)
  );
}

/**
 * Returns whether the policy of this document permits a feature. Browsers that cannot tell it permit passkeys only
 * outside frames of other sites.
 */
function isPermitted(feature: string): boolean {
  const { permissionsPolicy, featurePolicy } = document as { permissionsPolicy?: Policy; featurePolicy?: Policy };
  const policy = permissionsPolicy ?? featurePolicy;
  return policy?.features().includes(feature) ? policy.allowsFeature(feature) : !isInForeignFrame();
}

/** Whether a page of another origin shows this one. */
function isInForeignFrame(): boolean {
  try {
    return top !== null && top.location.origin !== location.origin;
  } catch {
    return true;
  }
}

/**
 * Why there is no answer of the device. `present`: it already has a passkey for this account. `cancelled`: the person
 * has cancelled or waited too long. `failed`: anything else.
 */
export type NoPasskey = "present" | "cancelled" | "failed";
export type PasskeyAnswer<Answer> =
  | { readonly ok: true; readonly answer: Answer & { readonly type: "public-key" } }
  | { readonly ok: false; readonly why: NoPasskey };

/** The names of errors, by WebAuthn level 3, 5.1.3 and 5.1.4. */
const REASONS: Readonly<Record<string, NoPasskey>> = {
  InvalidStateError: "present",
  NotAllowedError: "cancelled",
  AbortError: "cancelled",
};

async function answered<Answer extends object>(asked: Promise<Answer>): Promise<PasskeyAnswer<Answer>> {
  try {
    return { ok: true, answer: { ...(await asked), type: "public-key" } };
  } catch (error) {
    return { ok: false, why: REASONS[(error as Error).name] ?? "failed" };
  }
}

/** Asks the device to create a passkey. `options`: as received from the server. */
export async function createPasskey(options: unknown) {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return answered(import("@simplewebauthn/browser").then((library) => library.startRegistration({ optionsJSON })));
}

/** Asks the device to confirm with a passkey. `options`: as received from the server. */
export async function confirmWithPasskey(options: unknown) {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return answered(import("@simplewebauthn/browser").then((library) => library.startAuthentication({ optionsJSON })));
}
