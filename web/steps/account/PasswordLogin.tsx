import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { call } from "#web/api/call.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { CredentialFields, useCredentials } from "./CredentialFields.tsx";
import { PasswordRecovery } from "#web/forms/PasswordRecovery.tsx";
import type { AccountInputs } from "./inputs.ts";
import { useAccountFailure, useAfterLogin } from "./use-account.ts";
import styles from "./account.module.css";

/** A login method: its fields, and the label and action of its button. */
export type LoginMethod = {
  readonly label: string;
  /** A field has an error. */
  readonly wrong: boolean;
  readonly submit: () => void | Promise<void>;
  readonly fields: ReactNode;
};

/** Returns the login by e-mail and password, with a form to reset the password. */
export function usePasswordLogin(inputs: AccountInputs): LoginMethod {
  const t = useTranslations("account");
  const tFields = useTranslations("fields");
  const busy = useBusy();
  const { loggedIn } = useAfterLogin();
  const notFound = { field: "username", text: t("userNotFound") } as const;
  const toFieldLines = useAccountFailure({
    PIN_LOGIN_USER_FAILED_USER_DOESNT_EXIST_OR_INVALID_DATA: notFound,
    REQUEST_FAILED_SERVER_ERROR: notFound,
  });
  const credentials = useCredentials(inputs);
  const { typed, username, password, refuse } = credentials;
  const [recovering, setRecovering] = useState(false);

  const logIn = async () => {
    const missing = {
      ...(!username && { username: tFields("empty.email") }),
      ...(!password && { password: tFields("empty.password") }),
    };
    if (Object.keys(missing).length > 0) return refuse(missing);
    await busy.once(async () => {
      const result = await call("passwordLogin", { body: { username, password }, anonymous: true });
      if (result.ok) await loggedIn(result.value.body.token, typed.trim());
      else refuse(await toFieldLines(result.failure));
    });
  };

  return {
    label: t("login"),
    wrong: Object.keys(credentials.lines).length > 0,
    submit: logIn,
    fields: (
      <>
        <CredentialFields of={credentials} fresh={false} />
        <div className={styles.links}>
          <TextButton aria-expanded={recovering} onClick={() => setRecovering(!recovering)}>
            {t("forgotten")}
          </TextButton>
        </div>
        {recovering && <PasswordRecovery start={typed} />}
      </>
    ),
  };
}
