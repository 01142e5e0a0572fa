import { useState } from "react";
import { useTranslations } from "use-intl";
import { tidyEmail } from "#core/person/email.ts";
import { focusField } from "#web/kit/focus-field.ts";
import { PasswordField } from "#web/kit/PasswordField.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import type { AccountInputs } from "./inputs.ts";
import type { FieldMessages } from "./use-account.ts";
import styles from "./account.module.css";

export type Credentials = {
  readonly typed: string;
  readonly username: string;
  readonly password: string;
  readonly lines: FieldMessages;
  /** Shows errors under the fields and focuses the first invalid one. */
  readonly refuse: (lines: FieldMessages) => void;
  readonly typeUsername: (value: string) => void;
  readonly typePassword: (value: string) => void;
};

/** Returns the error messages except that of the field being typed into. */
const without = (lines: FieldMessages, field: keyof FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(lines).filter(([each]) => each !== field));

/** Returns the state of the e-mail and password fields, including their errors. The password is never stored. */
export function useCredentials({ username, update }: AccountInputs): Credentials {
  const [password, setPassword] = useState("");
  const [lines, setLines] = useState<FieldMessages>({});
  return {
    typed: username,
    username: tidyEmail(username),
    password,
    lines,
    refuse(next) {
      setLines(next);
      if (next.username) focusField("username");
      else if (next.password) focusField("password");
    },
    typeUsername(value) {
      update({ username: value });
      setLines((old) => without(old, "username"));
    },
    typePassword(value) {
      setPassword(value);
      setLines((old) => without(old, "password"));
    },
  };
}

/** The e-mail and password fields of a login or a registration. `fresh`: a registration, which has hints for both. */
export function CredentialFields({ of, fresh }: { readonly of: Credentials; readonly fresh: boolean }) {
  const t = useTranslations("account");
  return (
    <div className={styles.pair}>
      <TextField
        name="username"
        label={t("username")}
        hint={fresh ? t("usernameHint") : undefined}
        error={of.lines.username}
        defaultValue={of.typed}
        onChange={(event) => of.typeUsername(event.currentTarget.value)}
        type="email"
        autoComplete="username"
      />
      <PasswordField
        name="password"
        label={t("password")}
        hint={fresh ? t("passwordHint") : undefined}
        showLabel={t("show")}
        hideLabel={t("hide")}
        error={of.lines.password}
        value={of.password}
        onChange={(event) => of.typePassword(event.currentTarget.value)}
        autoComplete={fresh ? "new-password" : "current-password"}
      />
    </div>
  );
}
