import { useId, useState } from "react";
import { Alert } from "#web/kit/Alert.tsx";
import { PasswordField } from "#web/kit/PasswordField.tsx";
import { useChange } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useMe } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Form } from "#desk/kit/Form.tsx";
import styles from "./AccountPage.module.css";

/** A form to change the person's own password. The change ends all other logins. */
export function OwnPassword({ onDone }: { readonly onDone: (message: string | null) => void }) {
  const t = useTexts("account");
  const login = useTexts("login");
  const textOf = useFailureText();
  const { email } = useMe();
  const id = useId();
  const { mutateAsync, isPending } = useChange("changePassword", ["logins"]);
  const [password, setPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    if (isPending) return;
    setError(null);
    onDone(null);
    if (password === "" || newPassword === "") return setError(login("missing"));
    const result = await mutateAsync({ body: { password, newPassword } });
    if (!result.ok) return setError(textOf(result.failure));
    setPassword("");
    setNewPassword("");
    onDone(t("password.done"));
  };
  const words = { showLabel: login("show"), hideLabel: login("hide") };
  return (
    <Panel title={t("password.title")} note={t("password.text")}>
      <Form className={styles.form} onSubmit={save}>
        {/* Hidden; tells the browser's password manager whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...words}
          name={`${id}-old`}
          label={t("password.present")}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          {...words}
          name={`${id}-new`}
          label={login("invitation.password")}
          hint={login("invitation.hint")}
          autoComplete="new-password"
          value={newPassword}
          onChange={(event) => setNewPassword(event.target.value)}
        />
        {error && <Alert tone="warn">{error}</Alert>}
        <div>
          <Button type="submit" tone="main" aria-busy={isPending}>
            {t("password.save")}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
