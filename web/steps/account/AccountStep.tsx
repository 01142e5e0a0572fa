import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, TextButton } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { returnPage, token } from "#web/session/login.ts";
import { Login, type LoginWay } from "./Login.tsx";
import { Register } from "./Register.tsx";
import { useAccountInputs } from "./inputs.ts";
import styles from "./account.module.css";

/** Step 3: log in or register. The summary's button submits the form that is shown. */
export default function AccountStep() {
  const t = useTranslations("account");
  const ready = usePrepare("3") !== null;
  const [mode, setMode] = useState<"login" | "register">("login");
  // A shopper who comes back finds the e-mail filled in.
  const { account } = useCheckout();
  const [email] = useState(account?.includes("@") ? account : "");
  const [way, setWay] = useState<LoginWay>(email ? "password" : "sms");
  const [fromRegistration, setFromRegistration] = useState(false);
  const inputs = useAccountInputs(email);
  const login = mode === "login";
  const [loginEnded] = useState(() => returnPage() !== null);
  // The pressed button is gone after the change from registration to login, so the focus moves to the password.
  useEffect(() => {
    if (fromRegistration) focusField("password");
  }, [fromRegistration]);
  const showLogin = () => {
    setMode("login");
    setWay("password");
    setFromRegistration(true);
  };
  return (
    <>
      {loginEnded && <Alert tone="info">{t("again")}</Alert>}
      {ready && !loginEnded && <SignedIn />}
      <p className={styles.toggle}>
        {login ? t("newHere") : t("known")}
        <TextButton
          onClick={() => {
            setMode(login ? "register" : "login");
            setFromRegistration(false);
          }}
        >
          {login ? t("toRegister") : t("toLogin")}
        </TextButton>
      </p>
      {login ? (
        <Login ready={ready} inputs={inputs} way={way} onWay={setWay} />
      ) : (
        <Register ready={ready} inputs={inputs} onLogin={showLogin} />
      )}
    </>
  );
}

/** Lets a shopper who is still logged in continue without a new login. Step 4 checks the login on the server. */
function SignedIn() {
  const t = useTranslations("account");
  const { account } = useCheckout();
  const { leave } = useNavigation();
  if (account === null || token() === null) return null;
  return (
    <Alert
      tone="info"
      actions={
        <Button variant="ghost" compact onClick={() => leave("3")}>
          {t("continue")}
        </Button>
      }
    >
      {t("signedIn", { account })}
    </Alert>
  );
}
