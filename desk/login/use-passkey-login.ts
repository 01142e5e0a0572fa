import { useState } from "react";
import type { Me, PasskeyOptions } from "#contract/desk/answers.ts";
import { confirmWithPasskey } from "#web/kit/passkey.ts";
import { useCall } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/failure-text.ts";
import { useTexts } from "#desk/app/texts.tsx";

/** Logs in with a passkey: alone, or after the password, with the options in the failure `passkeyNeeded`. */
export function usePasskeyLogin(onLoggedIn: (me: Me) => void) {
  const t = useTexts("login");
  const textOf = useFailureText();
  const call = useCall();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const logIn = async (asked: PasskeyOptions | null) => {
    const options = asked ? ({ ok: true, value: asked } as const) : await call("passkeyLoginOptions", { body: {} });
    if (!options.ok) return setError(textOf(options.failure));
    const answer = await confirmWithPasskey(options.value);
    if (!answer) return setError(t("passkey.cancelled"));
    const result = await call("passkeyLogin", { body: answer });
    if (result.ok) onLoggedIn(result.value);
    else setError(textOf(result.failure));
  };
  return {
    error,
    busy,
    async confirm(asked: PasskeyOptions | null = null) {
      if (busy) return;
      setBusy(true);
      setError(null);
      await logIn(asked);
      setBusy(false);
    },
  };
}
