import type { Me } from "#contract/desk/people-answers.ts";
import type { Failure } from "#desk/api/call.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useBrand } from "#desk/app/brand.ts";
import { useFailureText } from "#desk/app/failure-text.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Alone } from "./Alone.tsx";
import { LoginForm } from "./LoginForm.tsx";
import styles from "./login.module.css";

/** The login, shown at any address. `failed` in the address names why a login at the provider has failed. */
export function LoginPage({ onLoggedIn }: { readonly onLoggedIn: (me: Me) => void }) {
  const t = useTexts("login");
  const failures = useTexts("failures");
  const textOf = useFailureText();
  const brand = useBrand();
  const failed = new URLSearchParams(location.search).get("failed");
  useTitle(t("title"));
  return (
    <Alone title={t("title")}>
      <p className={styles.quiet}>{t("intro", { brand })}</p>
      {failed !== null && failures.has(failed as "fault") && (
        <Alert tone="warn">{textOf({ name: failed as Failure["name"] })}</Alert>
      )}
      <LoginForm onLoggedIn={onLoggedIn} />
    </Alone>
  );
}
