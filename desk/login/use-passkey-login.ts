import { useState } from "react";
import type { Me } from "#contract/desk/people-answers.ts";
import type { CredentialOptions } from "#contract/schemas/account.ts";
import { confirmWithPasskey } from "#web/kit/passkey.ts";
import { useCall } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";

/** Logs in with a passkey: alone, or after the password, with the options in the failure `passkeyNeeded`. */
export function usePasskeyLogin(onLoggedIn: (me: Me) => void) {
  const t = useTexts("login");
  const textOf = useFailureText();
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const logIn = async (asked: CredentialOptions | null): Promise<string | null> => {
    const options = asked ? ({ ok: true, value: asked } as const) : await call("passkeyLoginOptions", { body: {} });
    if (!options.ok) return textOf(options.failure);
    const answer = await confirmWithPasskey(options.value);
    if (!answer) return t("passkey.cancelled");
    const result = await call("passkeyLogin", { body: answer });
    if (!result.ok) return textOf(result.failure);
    onLoggedIn(result.value);
    return null;
  };
  return {
    busy,
    /** Returns why it failed; null if it did not. */
    async confirm(asked: CredentialOptions | null = null): Promise<string | null> {
      if (busy) return null;
      setBusy(true);
      const error = await logIn(asked);
      setBusy(false);
      return error;
    },
  };
}
