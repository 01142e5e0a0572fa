import { useId, useState } from "react";
import type { Me } from "#contract/desk/people-answers.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { canHavePasskeys, confirmWithPasskey } from "#web/kit/passkey.ts";
import { PasswordField } from "#web/kit/PasswordField.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useCall } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { Form } from "#desk/kit/Form.tsx";
import styles from "./login.module.css";
import type { CredentialOptions } from "#contract/schemas/account.ts";

type Props = {
  /** The initial e-mail address. */
  readonly email: string;
  readonly onLoggedIn: (me: Me) => void;
};

/** Logs in with a passkey alone, or with e-mail and password, which a person who has a passkey must confirm with it. */
export function PasswordLogin({ email: known, onLoggedIn }: Props) {
  const t = useTexts("login");
  const textOf = useFailureText();
  const call = useCall();
  const id = useId();
  const passkey = usePasskeyLogin(onLoggedIn);
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const logIn = async () => {
    if (busy) return;
    if (email.trim() === "" || password === "") return setError(t("missing"));
    setBusy(true);
    setError(null);
    const result = await call("login", { body: { email, password } });
    setBusy(false);
    if (result.ok) return onLoggedIn(result.value);
    const { name, options } = result.failure;
    setError(textOf(result.failure));
    if (name === "passkeyNeeded" && options) setError(await passkey.confirm(options));
  };
  return (
    <Form className={styles.form} onSubmit={logIn}>
      <TextField
        name={`${id}-email`}
        label={t("email")}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        name={`${id}-password`}
        label={t("password")}
        autoComplete="current-password"
        showLabel={t("show")}
        hideLabel={t("hide")}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error && <Alert tone="warn">{error}</Alert>}
      <Button type="submit" tone="main" aria-busy={busy}>
        {t(busy ? "busy" : "logIn")}
      </Button>
      {canHavePasskeys("get") && (
        <Button
          aria-busy={passkey.busy}
          onClick={async () => {
            setError(null);
            setError(await passkey.confirm());
          }}
        >
          {t("passkey.logIn")}
        </Button>
      )}
    </Form>
  );
}

/**
 * Returns the login with a passkey, either alone or after the password. After the password, the failure `passkeyNeeded`
 * contains the options.
 */
function usePasskeyLogin(onLoggedIn: (me: Me) => void) {
  const t = useTexts("login");
  const textOf = useFailureText();
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const logIn = async (asked: CredentialOptions | null): Promise<string | null> => {
    const options = asked ? ({ ok: true, value: asked } as const) : await call("passkeyLoginOptions", { body: {} });
    if (!options.ok) return textOf(options.failure);
    const confirmed = await confirmWithPasskey(options.value);
    if (!confirmed.ok) return t(confirmed.why === "cancelled" ? "passkey.cancelled" : "passkey.notWorking");
    const result = await call("passkeyLogin", { body: confirmed.answer });
    if (!result.ok) return textOf(result.failure);
    onLoggedIn(result.value);
    return null;
  };
  return {
    busy,
    /** Resolves to the error message of a failed login; null after a success. */
    async confirm(asked: CredentialOptions | null = null): Promise<string | null> {
      if (busy) return null;
      setBusy(true);
      const error = await logIn(asked);
      setBusy(false);
      return error;
    },
  };
}
