import type { Me } from "#contract/desk/people-answers.ts";
import { useAnswer } from "#desk/api/queries.ts";
import { Failed } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { PasswordLogin } from "./PasswordLogin.tsx";
import { ProviderLogin } from "./ProviderLogin.tsx";
import styles from "./login.module.css";

type Props = {
  /** The e-mail of the person who was logged in, on a page that stays. */
  readonly email?: string;
  readonly onLoggedIn: (me: Me) => void;
};

/** The login form of this desk: at the operator's provider, or with password and passkey. */
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
