import { call, type Result } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";
import { confirmWithPasskey, createPasskey, type NoPasskey } from "#web/kit/passkey.ts";

type Outcome<T> = Result<T> | { readonly ok: false; readonly failure: Failure | NoPasskey };

/** Asks the device for a new passkey and adds it to the account. */
export async function addPasskey(): Promise<Outcome<{ ok: true }>> {
  const options = await call("passkeyOptions", { body: {}, withoutCheckout: true });
  if (!options.ok) return options;
  const added = await createPasskey(options.value);
  if (!added.ok) return { ok: false, failure: added.why };
  return call("addPasskey", { body: added.answer, withoutCheckout: true });
}

/**
 * Logs in with a passkey that the shopper chooses. In a checkout, it also binds the checkout to the customer. The
 * result contains the new token.
 */
export async function logInWithPasskey({ inCheckout }: { readonly inCheckout: boolean }) {
  const scope = inCheckout ? {} : ({ withoutCheckout: true } as const);
  const options = await call("passkeyLoginOptions", { body: {}, anonymous: true, ...scope });
  if (!options.ok) return options;
  const confirmed = await confirmWithPasskey(options.value);
  if (!confirmed.ok) return { ok: false, failure: confirmed.why } as const;
  return call("passkeyLogin", { body: confirmed.answer, anonymous: true, ...scope });
}

/** Returns the message for a failure: the server's own, which is in the page's language, or one of the given texts. */
export function passkeyMessage(
  failure: Failure | NoPasskey,
  texts: Readonly<Record<NoPasskey | "error", string>>,
): string {
  if (typeof failure === "string") return texts[failure];
  return "message" in failure && failure.message !== "" ? failure.message : texts.error;
}
