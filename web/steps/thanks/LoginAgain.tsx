import { useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl";
import { call } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { PasswordField } from "#web/kit/PasswordField.tsx";
import { storeToken } from "#web/session/person.ts";
import styles from "./Esim.module.css";

type Props = {
  readonly email: string;
  /** What the login is needed for. */
  readonly purpose: "esim" | "cancel";
  readonly onLoggedIn: () => void;
};

/** Login on the thank-you page. The account step is no longer available once the order exists. */
export function LoginAgain({ email, purpose, onLoggedIn }: Props) {
  const t = useTranslations("order.esim");
  const [password, setPassword] = useState("");
  const [line, setLine] = useState<string | undefined>();
  const [sending, setSending] = useState(false);

  const refuse = (message: string) => {
    setLine(message);
    focusField("password");
  };
  const logIn = async (event: SubmitEvent) => {
    event.preventDefault();
    if (password === "") return refuse(t("missing"));
    if (sending) return;
    setSending(true);
    const result = await call("passwordLogin", { body: { username: email, password }, anonymous: true });
    setSending(false);
    if (!result.ok) return refuse(messageOf(result.failure) ?? t("error"));
    storeToken(result.value.body.token, email);
    onLoggedIn();
  };

  return (
    <form noValidate className={styles.login} onSubmit={(event) => void logIn(event)}>
      <Alert tone="info" title={t("loginTitle")}>
        {t(purpose === "esim" ? "login" : "loginToCancel")}
      </Alert>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        name="password"
        label={t("password", { email })}
        showLabel={t("showPassword")}
        hideLabel={t("hidePassword")}
        error={line}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
      />
      <Button type="submit" aria-disabled={sending || undefined}>
        {t(purpose === "esim" ? "logIn" : "logInToCancel")}
      </Button>
    </form>
  );
}

/** Returns the server's message, in the page's language; null if there is none. */
function messageOf(failure: Failure): string | null {
  if (failure.kind === "fieldErrors") return failure.errors["password"] ?? null;
  return "message" in failure && failure.message !== "" ? failure.message : null;
}
