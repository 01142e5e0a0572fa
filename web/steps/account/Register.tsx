import { useState } from "react";
import { useTranslations } from "use-intl";
import { emailMistake } from "#core/person/email.ts";
import { passwordMistake } from "#core/person/password.ts";
import { call } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";
import { usePage } from "#web/app/page-context.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useErrorTitle, useFieldText } from "#web/forms/error-texts.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { ChoicePanel } from "#web/kit/IconChoice.tsx";
import { CredentialFields, useCredentials } from "./CredentialFields.tsx";
import type { AccountInputs } from "./inputs.ts";
import { useAfterLogin } from "./use-account.ts";
import styles from "./account.module.css";

type Props = { readonly ready: boolean; readonly inputs: AccountInputs; readonly onLogin: () => void };

/** Registration with e-mail and password. If the e-mail is taken, offers the login (specification 8). */
export function Register({ ready, inputs, onLogin }: Props) {
  const t = useTranslations("account");
  const textOf = useFieldText();
  const busy = useBusy();
  const showFailure = useShowFailure();
  const { registered } = useAfterLogin();
  const credentials = useCredentials(inputs);
  const { username, password, refuse } = credentials;
  const [taken, setTaken] = useState("");
  const { remind, update } = inputs;
  const { offers } = usePage();
  useErrorTitle(Object.keys(credentials.lines).length > 0);

  const refused = async (failure: Failure) => {
    if (failure.kind === "fieldErrors") return refuse(failure.errors);
    if (failure.kind === "message" && failure.status === 400) return setTaken(failure.message);
    await showFailure(failure);
  };
  const register = async () => {
    const wrongUsername = emailMistake(username);
    const wrongPassword = passwordMistake(password);
    const wrong = {
      ...(wrongUsername && { username: textOf(wrongUsername) }),
      ...(wrongPassword && { password: textOf(password ? wrongPassword : "empty.newPassword") }),
    };
    setTaken("");
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    await busy.once(async () => {
      const result = await call("newCustomer", { body: { username, password, remind }, anonymous: true });
      if (result.ok) registered(result.value.body.user.username);
      else await refused(result.failure);
    });
  };

  return (
    <StepForm label={t("register")} note={t("notYet")} enabled={ready} onSubmit={register}>
      <ChoicePanel>
        {taken && (
          <Alert
            tone="warn"
            actions={
              <Button variant="ghost" compact onClick={onLogin}>
                {t("toLogin")}
              </Button>
            }
          >
            {taken}
          </Alert>
        )}
        <CredentialFields of={credentials} fresh />
      </ChoicePanel>
      {offers.reminder && (
        <div className={styles.remind}>
          <ChoiceCard
            type="checkbox"
            name="remind"
            title={t("remind")}
            text={t("remindText")}
            checked={remind}
            onChange={(event) => update({ remind: event.currentTarget.checked })}
          />
        </div>
      )}
      <p className={styles.below}>{t("registerNote")}</p>
    </StepForm>
  );
}
