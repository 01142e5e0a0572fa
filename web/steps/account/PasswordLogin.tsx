import { useState } from "react";
import { useTranslations } from "use-intl";
import { call } from "#web/api/call.ts";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/ErrorSummary.tsx";
import { PasswordField } from "#web/kit/PasswordField.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { PasswordRecovery } from "./PasswordRecovery.tsx";
import { useAccountFailure, useEnter, type FieldLines } from "./use-account.ts";
import styles from "./account.module.css";

/** Login by e-mail and password, with a way to a new one. */
export function PasswordLogin({ ready }: { readonly ready: boolean }) {
  const t = useTranslations("account");
  const say = useTranslations("fields");
  const busy = useBusy();
  const { loggedIn } = useEnter();
  const notFound = { field: "username", text: t("userNotFound") } as const;
  const sort = useAccountFailure({
    PIN_LOGIN_USER_FAILED_USER_DOESNT_EXIST_OR_INVALID_DATA: notFound,
    REQUEST_FAILED_SERVER_ERROR: notFound,
  });
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [lines, setLines] = useState<FieldLines>({});
  const [recovering, setRecovering] = useState(false);

  const refuse = (next: FieldLines) => {
    setLines(next);
    focusField(next.username || !next.password ? "username" : "password");
  };
  const logIn = async () => {
    const missing = {
      ...(!username.trim() && { username: say("missing") }),
      ...(!password && { password: say("missing") }),
    };
    if (Object.keys(missing).length > 0) return refuse(missing);
    await busy.once(async () => {
      const result = await call("passwordLogin", { body: { username: username.trim(), password }, anonymous: true });
      if (result.ok) await loggedIn(result.value.body.token, username.trim());
      else refuse(await sort(result.failure));
    });
  };

  return (
    <>
      <StepForm label={t("login")} enabled={ready} onSubmit={logIn}>
        <div className={styles.narrow}>
          <TextField
            name="username"
            label={t("username")}
            error={lines.username}
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            type="email"
            autoComplete="username"
          />
          <PasswordField
            name="password"
            label={t("password")}
            showLabel={t("show")}
            hideLabel={t("hide")}
            error={lines.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
          />
          <div className={styles.links}>
            <TextButton aria-expanded={recovering} onClick={() => setRecovering(!recovering)}>
              {t("forgotten")}
            </TextButton>
          </div>
          {recovering && <PasswordRecovery start={username} />}
        </div>
      </StepForm>
    </>
  );
}
