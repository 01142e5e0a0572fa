import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { call } from "#web/api/call.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { LiveRegion } from "#web/kit/LiveRegion.tsx";
import { Loader } from "#web/kit/Loader.tsx";
import { canHavePasskeys } from "#web/kit/passkey.ts";
import { forgetToken, person, token } from "#web/session/login.ts";
import { namePerson } from "#web/session/person.ts";
import { forgetPerson } from "#web/session/ended.ts";
import frame from "#web/checkout/frame/CheckoutFrame.module.css";
import { AccountLogin } from "./AccountLogin.tsx";
import { cx } from "#web/kit/cx.ts";
import { ChangePassword } from "./ChangePassword.tsx";
import { Orders } from "./Orders.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { Started } from "./Started.tsx";
import { Sessions } from "./Sessions.tsx";
import styles from "./account.module.css";

type Account = AnswerOf<"account">;
type State =
  | { readonly kind: "loading" | "failed" }
  | { readonly kind: "login"; readonly loggedOut: boolean }
  | { readonly kind: "account"; readonly account: Account };

const LOGGED_OUT: State = { kind: "login", loggedOut: false };

/** The customer's account: orders, active logins, passkeys, password, logout. */
export default function AccountPage() {
  const t = useTranslations();
  const { brand } = usePage();
  const [state, setState] = useState<State>(() => (token() === null ? LOGGED_OUT : { kind: "loading" }));
  const [announcement, setAnnouncement] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);

  // How many times the account has been loaded: first when a customer is logged in, then after each change. 0 if logged
  // out.
  const [loads, setLoads] = useState(token() === null ? 0 : 1);
  const reload = () => setLoads((count) => count + 1);
  useEffect(() => {
    if (loads === 0) return;
    const load = async () => {
      const result = await call("account", { withoutCheckout: true });
      if (result.ok) {
        if (person() === "") namePerson(result.value.email);
        return setState({ kind: "account", account: result.value });
      }
      const ended = "status" in result.failure && result.failure.status === 401;
      if (ended) forgetToken();
      setState(ended ? LOGGED_OUT : { kind: "failed" });
    };
    void load();
  }, [loads]);
  useEffect(() => {
    document.title = `${t("account.own.title")} · ${brand.name}`;
  }, [t, brand.name]);

  const logOut = async () => {
    // The browser deletes the token only after the server has revoked it, so that the customer can retry if that fails.
    const result = await call("logout", { body: {}, withoutCheckout: true });
    if (!result.ok) return setState({ kind: "failed" });
    forgetPerson();
    setState({ kind: "login", loggedOut: true });
    heading.current?.focus();
  };
  const loggedIn = () => {
    reload();
    heading.current?.focus();
  };
  const changed = (message: string) => {
    setAnnouncement(message);
    reload();
  };

  const name = person() || (state.kind === "account" && state.account.email);
  if (state.kind === "loading") return <Loader label={t("common.loading")} />;
  return (
    <div className={frame.narrow}>
      <h1 ref={heading} tabIndex={-1} className={frame.heading}>
        {t("account.own.title")}
      </h1>
      <LiveRegion message={announcement} />
      <div className={styles.parts}>
        {state.kind === "failed" && (
          <Alert
            tone="warn"
            actions={
              <Button compact variant="ghost" onClick={reload}>
                {t("common.retry")}
              </Button>
            }
          >
            {t("common.messages.error")}
          </Alert>
        )}
        {state.kind === "login" && (
          <>
            {state.loggedOut && <Alert tone="good">{t("account.own.loggedOut")}</Alert>}
            <AccountLogin onLoggedIn={loggedIn} />
          </>
        )}
        {state.kind === "account" && (
          <>
            <section className={styles.who}>
              <div>
                <p className={styles.quiet}>{t("account.own.loggedInAs")}</p>
                {name !== state.account.email && <p className={styles.email}>{name}</p>}
                <p className={cx(name === state.account.email && styles.email)}>{state.account.email}</p>
              </div>
              <Button variant="ghost" compact onClick={() => void logOut()}>
                {t("account.own.logOut")}
              </Button>
            </section>
            <Started />
            <Orders orders={state.account.orders} />
            <Sessions sessions={state.account.sessions} onChanged={changed} />
            {(canHavePasskeys("create") || state.account.passkeys.length > 0) && (
              <Passkeys passkeys={state.account.passkeys} onChanged={changed} />
            )}
            <ChangePassword email={state.account.email} onChanged={changed} />
          </>
        )}
      </div>
    </div>
  );
}
