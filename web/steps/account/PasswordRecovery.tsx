import { useState } from "react";
import { useTranslations } from "use-intl";
import { isEmail } from "#core/customer-form.ts";
import { call } from "#web/api/call.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useAccountFailure } from "./use-account.ts";
import styles from "./account.module.css";

/** Has a link mailed to set a new password; the server's own words tell what happened. */
export function PasswordRecovery({ start }: { readonly start: string }) {
  const t = useTranslations("account");
  const say = useTranslations("fields");
  const busy = useBusy();
  const sort = useAccountFailure({});
  const [username, setUsername] = useState(start);
  const [line, setLine] = useState<string | undefined>();
  const [message, setMessage] = useState("");

  const send = async () => {
    if (!isEmail(username.trim())) return setLine(say("email"));
    const result = await busy.once(() =>
      call("passwordReset", { body: { username: username.trim() }, anonymous: true }),
    );
    if (!result) return;
    setMessage(result.ok ? result.value.message : "");
    setLine(result.ok ? undefined : (await sort(result.failure)).username);
  };
  return (
    <div className={styles.recover}>
      <TextField
        name="resetUsername"
        label={t("resetUsername")}
        error={line}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void send();
        }}
        type="email"
        autoComplete="email"
      />
      <Button look="ghost" compact onClick={() => void send()}>
        {t("sendReset")}
      </Button>
      {message && <Alert tone="good">{message}</Alert>}
    </div>
  );
}
