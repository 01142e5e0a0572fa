import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Alert } from "#web/kit/Alert.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { PasskeyLogin } from "#web/passkeys/PasskeyLogin.tsx";
import { returnPage } from "#web/session/login.ts";
import { Login } from "./Login.tsx";
import { Register } from "./Register.tsx";
import { useAccountInputs } from "./inputs.ts";
import { useAfterLogin } from "./use-account.ts";
import styles from "./account.module.css";

type Props = {
  readonly ready: boolean;
  /** The initial e-mail, of a shopper who comes back. */
  readonly email: string;
  /** The pressed button is gone, so the first field gets the focus. */
  readonly focused: boolean;
};

/** Login or registration. The summary's button submits the form that is shown. */
export function AccountForms({ ready, email, focused }: Props) {
  const t = useTranslations("account");
  const inputs = useAccountInputs(email);
  const { mode, update } = inputs;
  const login = mode === "login";
  const { loggedInByPasskey } = useAfterLogin();
  const [fromRegistration, setFromRegistration] = useState(false);
  const [loginEnded] = useState(() => returnPage() !== null);
  useEffect(() => {
    if (focused) focusField(document.getElementById("phone") ? "phone" : "username");
  }, [focused]);
  // The pressed button is gone after the change from registration to login, so the focus moves to the password.
  useEffect(() => {
    if (fromRegistration) focusField("password");
  }, [fromRegistration]);
  const showLogin = () => {
    update({ mode: "login", way: "password" });
    setFromRegistration(true);
  };
  return (
    <>
      {loginEnded && <Alert tone="info">{t("again")}</Alert>}
      <div className={styles.toggle}>
        {login ? t("newHere") : t("known")}
        <TextButton
          onClick={() => {
            update({ mode: login ? "register" : "login" });
            setFromRegistration(false);
          }}
        >
          {login ? t("toRegister") : t("toLogin")}
        </TextButton>
        {login && <PasskeyLogin inCheckout quiet onLoggedIn={loggedInByPasskey} />}
      </div>
      {login ? <Login ready={ready} inputs={inputs} /> : <Register ready={ready} inputs={inputs} onLogin={showLogin} />}
    </>
  );
}
