import { useState } from "react";
import { useTranslations } from "use-intl";
import { isEmail } from "#core/customer-form.ts";
import { passwordMistake } from "#core/password.ts";
import { call } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { CredentialFields, useCredentials } from "./CredentialFields.tsx";
import type { Typed } from "./typed.ts";
import { useEnter } from "./use-account.ts";
import styles from "./account.module.css";

type Props = { readonly ready: boolean; readonly typed: Typed; readonly onLogin: () => void };

/** A new account: e-mail and password. A taken e-mail offers the login (specification 8). */
export function Register({ ready, typed, onLogin }: Props) {
  const t = useTranslations("account");
  const say = useTranslations("fields");
  const busy = useBusy();
  const showFailure = useShowFailure();
  const { registered } = useEnter();
  const credentials = useCredentials(typed);
  const { username, password, refuse } = credentials;
  const [taken, setTaken] = useState("");

  const refused = async (failure: Failure) => {
    if (failure.kind === "fieldErrors") return refuse(failure.errors);
    if (failure.kind === "message" && failure.status === 400) return setTaken(failure.message);
    await showFailure(failure);
  };
  const register = async () => {
    const mistake = passwordMistake(password);
    const wrong = {
      ...(!isEmail(username) && { username: say("email") }),
      ...(mistake && { password: say(mistake) }),
    };
    setTaken("");
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    await busy.once(async () => {
      const result = await call("newCustomer", { body: { username, password }, anonymous: true });
      if (result.ok) registered(username);
      else await refused(result.failure);
    });
  };

  return (
    <StepForm label={t("register")} enabled={ready} onSubmit={register}>
      <div className={styles.narrow}>
        {taken && (
          <Alert
            tone="warn"
            actions={
              <Button look="ghost" compact onClick={onLogin}>
                {t("toLogin")}
              </Button>
            }
          >
            {taken}
          </Alert>
        )}
        <CredentialFields of={credentials} fresh />
      </div>
    </StepForm>
  );
}
