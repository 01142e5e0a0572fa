import { useState } from "react";
import { useTranslations } from "use-intl";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, TextButton } from "#web/kit/Button.tsx";
import { canHavePasskeys } from "#web/kit/passkey.ts";
import { logInWithPasskey, passkeyMessage } from "./browser.ts";

type Props = {
  /** The login also binds this tab's checkout to the customer. */
  readonly inCheckout: boolean;
  /** Looks like a link, next to other links. */
  readonly quiet?: true;
  readonly onLoggedIn: (token: string) => Promise<void> | void;
};

/** A button that logs in with a passkey. Renders nothing if the browser does not support passkeys. */
export function PasskeyLogin({ inCheckout, quiet, onLoggedIn }: Props) {
  const t = useTranslations();
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);
  const logIn = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal("");
    const result = await logInWithPasskey({ inCheckout });
    setBusy(false);
    if (result.ok) return onLoggedIn(result.value.body.token);
    const failed = t("account.passkeys.notWorking");
    const texts = { present: failed, cancelled: t("account.passkeys.notUsed"), failed };
    setRefusal(passkeyMessage(result.failure, { ...texts, error: t("common.messages.error") }));
  };
  if (!canHavePasskeys("get")) return null;
  const press = {
    "aria-disabled": busy || undefined,
    onClick: () => void logIn(),
    children: t("account.passkeys.login"),
  };
  return (
    <>
      {quiet ? <TextButton {...press} /> : <Button variant="ghost" compact {...press} />}
      {refusal && <Alert tone="warn">{refusal}</Alert>}
    </>
  );
}
