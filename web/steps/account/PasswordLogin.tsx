import { useState } from "react";
import { useTranslations } from "use-intl";
import { call } from "#web/api/call.ts";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { CredentialFields, useCredentials } from "./CredentialFields.tsx";
import { PasswordRecovery } from "./PasswordRecovery.tsx";
import type { Typed } from "./typed.ts";
import { useAccountFailure, useEnter } from "./use-account.ts";
import styles from "./account.module.css";

/** Login by e-mail and password, with a way to a new one. */
export function PasswordLogin({ ready, typed }: { readonly ready: boolean; readonly typed: Typed }) {
  const t = useTranslations("account");
  const say = useTranslations("fields");
  const busy = useBusy();
  const { loggedIn } = useEnter();
  const notFound = { field: "username", text: t("userNotFound") } as const;
  const sort = useAccountFailure({
    PIN_LOGIN_USER_FAILED_USER_DOESNT_EXIST_OR_INVALID_DATA: notFound,
    REQUEST_FAILED_SERVER_ERROR: notFound,
  });
  const credentials = useCredentials(typed);
  const { username, password, refuse } = credentials;
  const [recovering, setRecovering] = useState(false);

  const logIn = async () => {
    const missing = {
      ...(!username && { username: say("missing") }),
      ...(!password && { password: say("missing") }),
    };
    if (Object.keys(missing).length > 0) return refuse(missing);
    await busy.once(async () => {
      const result = await call("passwordLogin", { body: { username, password }, anonymous: true });
      if (result.ok) await loggedIn(result.value.body.token, username);
      else refuse(await sort(result.failure));
    });
  };

  return (
    <StepForm label={t("login")} enabled={ready} onSubmit={logIn}>
      <div className={styles.narrow}>
        <CredentialFields of={credentials} fresh={false} />
        <div className={styles.links}>
          <TextButton aria-expanded={recovering} onClick={() => setRecovering(!recovering)}>
            {t("forgotten")}
          </TextButton>
        </div>
        {recovering && <PasswordRecovery start={username} />}
      </div>
    </StepForm>
  );
}
