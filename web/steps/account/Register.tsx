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
import { focusField } from "#web/kit/ErrorSummary.tsx";
import { PasswordField } from "#web/kit/PasswordField.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useEnter, type FieldLines } from "./use-account.ts";
import styles from "./account.module.css";

/** A new account: e-mail and password. A taken e-mail offers the login (specification 8). */
export function Register({ ready, onLogin }: { readonly ready: boolean; readonly onLogin: () => void }) {
  const t = useTranslations("account");
  const say = useTranslations("fields");
  const busy = useBusy();
  const showFailure = useShowFailure();
  const { registered } = useEnter();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [lines, setLines] = useState<FieldLines>({});
  const [taken, setTaken] = useState("");

  const refuse = (next: FieldLines) => {
    setLines(next);
    focusField(next.username ? "username" : "password");
  };
  const refused = async (failure: Failure) => {
    if (failure.kind === "fieldErrors") return refuse(failure.errors);
    if (failure.kind === "message" && failure.status === 400) return setTaken(failure.message);
    await showFailure(failure);
  };
  const register = async () => {
    const mistake = passwordMistake(password);
    const wrong = {
      ...(!isEmail(username.trim()) && { username: say("email") }),
      ...(mistake && { password: say(mistake) }),
    };
    setTaken("");
    setLines(wrong);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    await busy.once(async () => {
      const result = await call("newCustomer", { body: { username: username.trim(), password }, anonymous: true });
      if (result.ok) registered(username.trim());
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
        <TextField
          name="username"
          label={t("username")}
          hint={t("usernameHint")}
          error={lines.username}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          type="email"
          autoComplete="username"
        />
        <PasswordField
          name="password"
          label={t("password")}
          hint={t("passwordHint")}
          showLabel={t("show")}
          hideLabel={t("hide")}
          error={lines.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="new-password"
        />
      </div>
    </StepForm>
  );
}
