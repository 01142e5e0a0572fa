import { useState } from "react";
import { Alert } from "#web/kit/Alert.tsx";
import { useMe } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Logins } from "./Logins.tsx";
import { OwnPassword } from "./OwnPassword.tsx";
import { Passkeys } from "./Passkeys.tsx";
import styles from "./AccountPage.module.css";

/** The person's own account: password, passkeys and logins. */
export default function AccountPage() {
  const t = useTexts("account");
  const { provider, email } = useMe();
  const [done, setDone] = useState<string | null>(null);
  useTitle(t("title"));
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t("title")}</h1>
      <p className={styles.quiet}>{t(provider ? "ofProvider" : "of", { email })}</p>
      <div role="status">{done && <Alert tone="good">{done}</Alert>}</div>
      {!provider && (
        <>
          <OwnPassword onDone={() => setDone(t("password.done"))} />
          <Passkeys onDone={setDone} />
        </>
      )}
      <Logins onDone={setDone} />
    </div>
  );
}
