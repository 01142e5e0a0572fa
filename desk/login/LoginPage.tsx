import styles from "./login.module.css";
import type { Me } from "#contract/desk/people-answers.ts";
import type { Failure } from "#desk/api/call.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useBrand, useTitle } from "#desk/app/title.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts, useLanguage } from "#desk/app/texts.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import { Failed } from "#desk/app/Failed.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { PasswordLogin } from "./PasswordLogin.tsx";
import { ProviderLogin } from "./ProviderLogin.tsx";
import type { ReactNode } from "react";
import { LANGUAGE_TAG, LOCALES, LANGUAGE_NAMES } from "#core/text/locale.ts";
import { TextButton } from "#desk/kit/Button.tsx";

/**
 * The login, shown at any URL. If a login at the identity provider failed, the query parameter `failed` contains the
 * reason.
 */
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

/** Shown after a login in a second tab. Asks the person to return to the first tab, where the page is still open. */
export function Back() {
  const t = useTexts("login");
  useTitle(t("back.title"));
  return (
    <Alone title={t("back.title")}>
      <p>{t("back.text")}</p>
    </Alone>
  );
}

type Props = {
  /** The e-mail address of the person who was logged in, if the page has stayed open. */
  readonly email?: string;
  readonly onLoggedIn: (me: Me) => void;
};

/** The desk's login form: at the operator's identity provider, or with password and passkey. */
export function LoginForm({ email, onLoggedIn }: Props) {
  const t = useTexts("login");
  const frame = useTexts("frame");
  const { data, error, refetch } = useAnswer("loginWay", {}, { staleTime: Infinity });
  if (error) return <Failed failure={error.failure} onRetry={() => void refetch()} />;
  if (!data) return <Waiting label={frame("loading")} />;
  if (data.provider) return <ProviderLogin beside={email !== undefined} onLoggedIn={onLoggedIn} />;
  return (
    <>
      <PasswordLogin email={email ?? ""} onLoggedIn={onLoggedIn} />
      <p className={styles.quiet}>{t("forgotten")}</p>
    </>
  );
}

/** A page without navigation, for people who are not logged in. */
export function Alone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useTexts("frame");
  const brand = useBrand();
  const { locale, choose } = useLanguage();
  return (
    <main className={styles.alone}>
      <p className={styles.brand}>
        <span className={styles.mark} aria-hidden="true" />
        {brand} <span>{t("desk")}</span>
      </p>
      <div className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
      <ul className={styles.languages} aria-label={t("language")}>
        {LOCALES.map((each) => (
          <li key={each}>
            <TextButton
              lang={LANGUAGE_TAG[each]}
              aria-current={each === locale ? "true" : undefined}
              onClick={() => choose(each)}
            >
              {LANGUAGE_NAMES[each]}
            </TextButton>
          </li>
        ))}
      </ul>
    </main>
  );
}
