import { useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl";
import { call } from "#web/api/call.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { PasswordRecovery } from "#web/forms/PasswordRecovery.tsx";
import { Button, TextButton } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { PasswordField } from "#web/kit/PasswordField.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { PasskeyLogin } from "#web/passkeys/PasskeyLogin.tsx";
import { storeToken } from "#web/session/person.ts";
import styles from "./account.module.css";

type FieldErrors = { readonly username?: string | undefined; readonly password?: string | undefined };

/** Login outside the checkout, by password or passkey. */
export function AccountLogin({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const t = useTranslations();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState("");
  const [sending, setSending] = useState(false);
  const [recovering, setRecovering] = useState(false);

  const refuse = (next: FieldErrors) => {
    setErrors(next);
    focusField(next.username ? "username" : "password");
  };
  const loggedIn = (token: string, name = "") => {
    storeToken(token, name);
    onLoggedIn();
  };
  const logIn = async (event: SubmitEvent) => {
    event.preventDefault();
    if (sending) return;
    setRefusal("");
    const missing = t("fields.missing");
    const wrong = { ...(!username.trim() && { username: missing }), ...(!password && { password: missing }) };
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setErrors({});
    setSending(true);
    const body = { username: username.trim(), password };
    const result = await call("passwordLogin", { body, anonymous: true, withoutCheckout: true });
    setSending(false);
    if (result.ok) return loggedIn(result.value.body.token, body.username);
    const { failure } = result;
    if (failure.kind === "fieldErrors") return refuse(failure.errors);
    setRefusal("message" in failure && failure.message !== "" ? failure.message : t("common.messages.error"));
  };
  return (
    <section className={styles.part}>
      <p className={styles.quiet}>{t("account.own.logIn")}</p>
      <form noValidate className={styles.fields} onSubmit={(event) => void logIn(event)}>
        {refusal && <Alert tone="warn">{refusal}</Alert>}
        <TextField
          name="username"
          label={t("account.username")}
          error={errors.username}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          type="email"
          autoComplete="username"
        />
        <PasswordField
          name="password"
          label={t("account.password")}
          showLabel={t("account.show")}
          hideLabel={t("account.hide")}
          error={errors.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
        />
        <div>
          <TextButton aria-expanded={recovering} onClick={() => setRecovering(!recovering)}>
            {t("account.forgotten")}
          </TextButton>
        </div>
        {recovering && <PasswordRecovery start={username} />}
        <div className={styles.buttons}>
          <Button type="submit" compact aria-disabled={sending || undefined}>
            {t("account.login")}
          </Button>
          <PasskeyLogin inCheckout={false} onLoggedIn={loggedIn} />
        </div>
      </form>
    </section>
  );
}
