import { useEffect, useId, useState } from "react";
import type { DeskAnswers } from "#contract/desk/calls.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { PasswordField } from "#web/kit/PasswordField.tsx";
import type { Failure } from "#desk/api/call.ts";
import { useCall } from "#desk/api/queries.ts";
import { Failed } from "#desk/app/Failed.tsx";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Button, buttonClass } from "#desk/kit/Button.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { Form } from "#desk/kit/Form.tsx";
import { DESK_PAGES } from "#contract/desk/paths.ts";
import { Alone } from "./LoginPage.tsx";
import styles from "./login.module.css";

type Invited = DeskAnswers["invitation"];
type State =
  | { readonly kind: "loading" }
  | { readonly kind: "dead" }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "invited"; readonly person: Invited };

/**
 * The page that an invitation's link opens. The link's secret is in the URL fragment and is removed from the address
 * bar immediately.
 */
export function Invitation() {
  const t = useTexts("login");
  const call = useCall();
  const [secret] = useState(() => location.hash.slice(1));
  const [state, setState] = useState<State>({ kind: "loading" });
  const [tries, setTries] = useState(0);
  useTitle(t("invitation.title"));
  useEffect(() => {
    history.replaceState(null, "", location.pathname);
    const stop = new AbortController();
    const ask = async () => {
      const result = await call("invitation", { body: { secret } }, stop.signal);
      if (result.ok) setState({ kind: "invited", person: result.value });
      else if (result.failure.name === "invitationDead") setState({ kind: "dead" });
      else setState({ kind: "failed", failure: result.failure });
    };
    // Rejects only if the request is aborted because the page was left.
    ask().catch(() => undefined);
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- Sent once, and again for each press.
  }, [secret, tries]);

  switch (state.kind) {
    case "loading":
      return <Waiting />;
    case "failed":
      return (
        <Alone title={t("invitation.title")}>
          <Failed failure={state.failure} onRetry={() => setTries(tries + 1)} />
        </Alone>
      );
    case "dead":
      return (
        <Alone title={t("invitation.dead")}>
          <p>{t("invitation.deadText")}</p>
          <p>
            <a className={buttonClass} href={DESK_PAGES}>
              {t("invitation.toLogin")}
            </a>
          </p>
        </Alone>
      );
    case "invited":
      return <Choose person={state.person} secret={secret} onDead={() => setState({ kind: "dead" })} />;
  }
}

type ChooseProps = { readonly person: Invited; readonly secret: string; readonly onDead: () => void };

function Choose({ person, secret, onDead }: ChooseProps) {
  const t = useTexts("login");
  const textOf = useFailureText();
  const call = useCall();
  const id = useId();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const result = await call("acceptInvitation", { body: { secret, password } });
    setBusy(false);
    if (result.ok) return location.assign(DESK_PAGES);
    if (result.failure.name === "invitationDead") return onDead();
    setError(textOf(result.failure));
  };
  return (
    <Alone title={t("invitation.title")}>
      <p>{t("invitation.text", { name: person.name, email: person.email })}</p>
      <Form className={styles.form} onSubmit={save}>
        {/* Hidden; tells the browser's password manager whose password this is. */}
        <input type="email" autoComplete="username" value={person.email} readOnly hidden />
        <PasswordField
          name={`${id}-password`}
          label={t("invitation.password")}
          hint={t("invitation.hint")}
          autoComplete="new-password"
          showLabel={t("show")}
          hideLabel={t("hide")}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {error && <Alert tone="warn">{error}</Alert>}
        <Button type="submit" tone="main" aria-busy={busy}>
          {t("invitation.save")}
        </Button>
      </Form>
    </Alone>
  );
}
