import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { IconChoice, IconChoices } from "#web/kit/IconChoice.tsx";
import { loginEndedAt } from "#web/session/login.ts";
import { ContinueAs, KnownCustomer } from "./KnownCustomer.tsx";
import { Login } from "./Login.tsx";
import { Register } from "./Register.tsx";
import { useAccountInputs, type AccountMode } from "./inputs.ts";
import styles from "./account.module.css";

type Props = {
  readonly ready: boolean;
  /** The customer who can continue without logging in again; null if there is none. */
  readonly known: NonNullable<PrepareAnswers["3"]["user"]> | null;
  /** The initial e-mail address, for a returning shopper. */
  readonly email: string;
};

/**
 * Two equivalent cards, the one for new customers first; the chosen card opens its form. A known customer is shown
 * above them and chosen initially.
 */
export function AccountForms({ ready, known, email }: Props) {
  const t = useTranslations("account");
  const { offers } = usePage();
  const inputs = useAccountInputs(email);
  const { update } = inputs;
  const [asKnown, setAsKnown] = useState(known !== null);
  const [loginEnded] = useState(() => loginEndedAt() !== null);
  const [fromRegistration, setFromRegistration] = useState(false);
  const mode: AccountMode | "known" = asKnown ? "known" : inputs.mode;
  // The pressed button disappears when the login replaces the registration, so the focus moves to the password.
  useEffect(() => {
    if (fromRegistration) focusField("password");
  }, [fromRegistration]);
  const choose = (next: AccountMode) => {
    setAsKnown(false);
    setFromRegistration(false);
    update({ mode: next });
  };
  const showLogin = () => {
    update({ mode: "login", way: "password" });
    setFromRegistration(true);
  };
  return (
    <>
      {loginEnded && <Alert tone="info">{t("again")}</Alert>}
      <div role="radiogroup" aria-label={t("choice")} className={styles.choice}>
        {known && (
          <>
            <KnownCustomer customer={known} chosen={asKnown} onChoose={() => setAsKnown(true)} />
            <p className={styles.other}>{t("notYou")}</p>
          </>
        )}
        <IconChoices>
          <IconChoice
            name="account-choice"
            icon="plus"
            title={t("newHere")}
            text={t("newHereText")}
            checked={mode === "register"}
            onChange={() => choose("register")}
          />
          <IconChoice
            name="account-choice"
            icon="person"
            title={known ? t("otherAccount") : t("known")}
            text={t(offers.sms ? "knownText" : "knownTextNoSms")}
            checked={mode === "login"}
            onChange={() => choose("login")}
          />
        </IconChoices>
      </div>
      {mode === "known" && known && <ContinueAs customer={known} />}
      {mode === "login" && <Login ready={ready} inputs={inputs} />}
      {mode === "register" && <Register ready={ready} inputs={inputs} onLogin={showLogin} />}
    </>
  );
}
