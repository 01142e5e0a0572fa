import { useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl";
import { passwordMistake } from "#core/person/password.ts";
import { call } from "#web/api/call.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { PasswordField } from "#web/kit/PasswordField.tsx";
import styles from "./account.module.css";

type Props = {
  readonly email: string;
  /** Reloads the account and announces the message. */
  readonly onChanged: (message: string) => void;
};
type FieldErrors = { readonly password?: string | undefined; readonly newPassword?: string | undefined };

/** Form to change the password, which asks for the current one. Saving it ends the customer's other logins. */
export function ChangePassword({ email, onChanged }: Props) {
  const t = useTranslations();
  const [password, setPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [errors, setErrors] = useState<FieldErrors>({});
  const [outcome, setOutcome] = useState<{ readonly tone: "good" | "warn"; readonly text: string } | null>(null);
  const [sending, setSending] = useState(false);

  const refuse = (next: FieldErrors) => {
    setErrors(next);
    focusField(next.password ? "password" : "newPassword");
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (sending) return;
    setOutcome(null);
    const mistake = passwordMistake(newPassword);
    const wrong = {
      ...(password === "" && { password: t("fields.missing") }),
      ...(mistake && { newPassword: t(`fields.${mistake}`) }),
    };
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setErrors({});
    setSending(true);
    const result = await call("changePassword", { body: { password, newPassword }, withoutCheckout: true });
    setSending(false);
    if (result.ok) {
      setPassword("");
      setNewPassword("");
      setOutcome({ tone: "good", text: result.value.message });
      return onChanged("");
    }
    const { failure } = result;
    if (failure.kind === "fieldErrors") return refuse(failure.errors);
    const text = "message" in failure && failure.message !== "" ? failure.message : t("common.messages.error");
    setOutcome({ tone: "warn", text });
  };
  const shared = { showLabel: t("account.show"), hideLabel: t("account.hide") };
  return (
    <section className={styles.part} aria-labelledby="change-password">
      <h2 id="change-password" className={styles.title}>
        {t("account.own.password.title")}
      </h2>
      <p className={styles.quiet}>{t("account.own.password.text")}</p>
      <form noValidate className={styles.fields} onSubmit={(event) => void save(event)}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          {...shared}
          name="password"
          label={t("account.own.password.present")}
          error={errors.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
        />
        <PasswordField
          {...shared}
          name="newPassword"
          label={t("account.reset.password")}
          hint={t("account.passwordHint")}
          error={errors.newPassword}
          value={newPassword}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
          autoComplete="new-password"
        />
        {outcome && <Alert tone={outcome.tone}>{outcome.text}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" variant="ghost" compact aria-disabled={sending || undefined}>
            {t("account.reset.save")}
          </Button>
        </div>
      </form>
    </section>
  );
}
