import { useState } from "react";
import { useTranslations } from "use-intl";
import { emailMistake } from "#core/person/email.ts";
import { call } from "#web/api/call.ts";
import { useFailureText } from "#web/checkout/dialogs/use-failures.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { LiveRegion } from "#web/kit/LiveRegion.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useFieldText } from "./error-texts.ts";
import styles from "./PasswordRecovery.module.css";

/**
 * Requests an e-mail with a link to set a new password, and shows the server's message. Also used outside the checkout.
 */
export function PasswordRecovery({ start }: { readonly start: string }) {
  const t = useTranslations("account");
  const textOf = useFieldText();
  const failureText = useFailureText();
  const [sending, setSending] = useState(false);
  const [username, setUsername] = useState(start);
  const [line, setLine] = useState<string | undefined>();
  const [message, setMessage] = useState("");

  const refuse = (mistake: string | undefined) => {
    setLine(mistake);
    if (mistake) focusField("resetUsername");
  };
  const send = async () => {
    setMessage("");
    const mistake = emailMistake(username);
    if (mistake) return refuse(textOf(mistake));
    if (sending) return;
    setSending(true);
    const result = await call("passwordReset", { body: { username: username.trim() }, anonymous: true });
    setSending(false);
    if (!result.ok) return refuse(failureText(result.failure));
    setLine(undefined);
    setMessage(result.value.message);
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
      <Button variant="ghost" compact aria-disabled={sending || undefined} onClick={() => void send()}>
        {t("sendReset")}
      </Button>
      <LiveRegion message={message} />
      {message && (
        <Alert tone="good" quiet>
          {message}
        </Alert>
      )}
    </div>
  );
}
