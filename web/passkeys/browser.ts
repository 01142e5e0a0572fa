import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { call, type Result } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";

/** Passkeys belong to a host name; browsers have none for an address of numbers. */
const IS_NUMERIC = /^[\d.]+$|^\[/;

/** Whether this browser can have passkeys of this shop. */
export function canHavePasskeys(): boolean {
  return "PublicKeyCredential" in globalThis && isSecureContext && !IS_NUMERIC.test(location.hostname);
}

type Outcome<T> = Result<T> | { readonly ok: false; readonly failure: Failure | "browser" };

/** Asks the device for a new passkey and adds it to the account. `browser`: the shopper cancelled, or the device refused. */
export async function addPasskey(): Promise<Outcome<{ ok: true }>> {
  const options = await call("passkeyOptions", { body: {}, withoutCheckout: true });
  if (!options.ok) return options;
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = options.value as unknown as PublicKeyCredentialCreationOptionsJSON;
  const added = await startRegistration({ optionsJSON }).catch(() => null);
  if (!added) return { ok: false, failure: "browser" };
  return call("addPasskey", { body: { ...added, type: "public-key" }, withoutCheckout: true });
}

/** Logs in with a passkey that the shopper chooses; in a checkout, binds it. The result has the new token. */
export async function logInWithPasskey({ inCheckout }: { readonly inCheckout: boolean }) {
  const place = inCheckout ? {} : ({ withoutCheckout: true } as const);
  const options = await call("passkeyLoginOptions", { body: {}, anonymous: true, ...place });
  if (!options.ok) return options;
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options.value as unknown as PublicKeyCredentialRequestOptionsJSON;
  const answer = await startAuthentication({ optionsJSON }).catch(() => null);
  if (!answer) return { ok: false, failure: "browser" } as const;
  return call("passkeyLogin", { body: { ...answer, type: "public-key" }, anonymous: true, ...place });
}

/** The sentence for a failure: the server's in the page's language, or the given ones. */
export function passkeyMessage(
  failure: Failure | "browser",
  texts: { readonly browser: string; readonly error: string },
): string {
  if (failure === "browser") return texts.browser;
  return "message" in failure && failure.message !== "" ? failure.message : texts.error;
}
