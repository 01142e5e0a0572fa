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
import { useTyped } from "./typed.ts";
import styles from "./account.module.css";

/** Step 3: log in or register; the continue button submits whichever form is shown. */
export default function AccountStep() {
  const t = useTranslations("account");
  const ready = usePrepare("3") !== null;
  const [mode, setMode] = useState<"login" | "register">("login");
  // Who comes back finds the e-mail filled in.
  const { account } = useCheckout();
  const [email] = useState(account?.includes("@") ? account : "");
  const [way, setWay] = useState<LoginWay>(email ? "password" : "sms");
  const [known, setKnown] = useState(false);
  const typed = useTyped(email);
  const login = mode === "login";
  const [again] = useState(() => returnPage() !== null);
  // The button that led from the registration to the login is gone.
  useEffect(() => {
    if (known) focusField("password");
  }, [known]);
  const toKnown = () => {
    setMode("login");
    setWay("password");
    setKnown(true);
  };
  return (
    <>
      {again && <Alert tone="info">{t("again")}</Alert>}
      {ready && !again && <SignedIn />}
      <p className={styles.toggle}>
        {login ? t("newHere") : t("known")}
        <TextButton
          onClick={() => {
            setMode(login ? "register" : "login");
            setKnown(false);
          }}
        >
          {login ? t("toRegister") : t("toLogin")}
        </TextButton>
      </p>
      {login ? (
        <Login ready={ready} typed={typed} way={way} onWay={setWay} />
      ) : (
        <Register ready={ready} typed={typed} onLogin={toKnown} />
      )}
    </>
  );
}

/** Came back while logged in: the way on needs no second login. Whether the login still holds, step 4 asks the server. */
function SignedIn() {
  const t = useTranslations("account");
  const { account } = useCheckout();
  const { leave } = useNavigation();
  if (account === null || token() === null) return null;
  return (
    <Alert
      tone="info"
      actions={
        <Button look="ghost" compact onClick={() => leave("3")}>
          {t("continue")}
        </Button>
      }
    >
      {t("signedIn", { account })}
    </Alert>
  );
}
