import { useState } from "react";
import { useTranslations } from "use-intl";
import { useContinue } from "#web/checkout/state/continue.tsx";
import { usePrepare } from "#web/checkout/state/use-prepare.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { returnPage } from "#web/session/login.ts";
import { Login } from "./Login.tsx";
import { Register } from "./Register.tsx";
import styles from "./account.module.css";

/** Step 3: log in or register; the continue button submits whichever form is shown. */
export default function AccountStep() {
  const t = useTranslations("account");
  const go = useTranslations("checkout")("continue");
  const ready = usePrepare("3") !== null;
  const [mode, setMode] = useState<"login" | "register">("login");
  useContinue(go, ready);
  const login = mode === "login";
  const [again] = useState(() => returnPage() !== null);
  return (
    <>
      {again && <Alert tone="info">{t("again")}</Alert>}
      <p className={styles.toggle}>
        {login ? t("newHere") : t("known")}
        <TextButton onClick={() => setMode(login ? "register" : "login")}>
          {login ? t("toRegister") : t("toLogin")}
        </TextButton>
      </p>
      {login ? <Login ready={ready} /> : <Register ready={ready} onLogin={() => setMode("login")} />}
    </>
  );
}
