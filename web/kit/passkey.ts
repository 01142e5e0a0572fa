import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** Matches IP addresses. Passkeys are bound to a host name, so browsers support none for an IP address. */
const IS_NUMERIC = /^[\d.]+$|^\[/;

/** Whether this browser supports passkeys for this host. */
export function canHavePasskeys(): boolean {
  return "PublicKeyCredential" in globalThis && isSecureContext && !IS_NUMERIC.test(location.hostname);
}

/**
 * Asks the device to create a passkey. Null if the person cancelled or the device refused. `options`: as received from
 * the server.
 */
export async function createPasskey(options: unknown) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const made = await startRegistration({ optionsJSON }).catch(() => null);
  return made && { ...made, type: "public-key" as const };
}

/**
 * Asks the device to confirm with a passkey. Null if the person cancelled or the device refused. `options`: as received
 * from the server.
 */
export async function confirmWithPasskey(options: unknown) {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const answer = await startAuthentication({ optionsJSON }).catch(() => null);
  return answer && { ...answer, type: "public-key" as const };
}
