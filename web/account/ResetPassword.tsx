import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl";
import { passwordMistake } from "#core/person/password.ts";
import { usePage } from "#web/app/page-context.tsx";
import { call } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { PasswordRecovery } from "#web/forms/PasswordRecovery.tsx";
import { PasswordField } from "#web/kit/PasswordField.tsx";
import { checkoutPath, localPath } from "#web/site/paths.ts";
import { checkoutId } from "#web/session/checkout-session.ts";
import { forgetResetToken, takeResetToken } from "#web/session/reset-token.ts";
import { localePrefix } from "#core/text/locale.ts";
import frame from "#web/checkout/frame/CheckoutFrame.module.css";
import styles from "./ResetPassword.module.css";

/** `dead`: the link was used or replaced, or has expired. */
type Outcome = { readonly kind: "done" | "dead" | "failed"; readonly message: string };

/**
 * Sets a new password through an emailed link. A dead link is reported before anything is typed, with a form that
 * requests a new link.
 */
export default function ResetPassword() {
  const t = useTranslations();
  const { locale } = usePage();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | undefined>();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [sending, setSending] = useState(false);
  const [token] = useState(takeResetToken);

  const refuse = (message: string | undefined) => {
    setError(message);
    focusField("new-password");
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const mistake = passwordMistake(password);
    if (mistake) return refuse(t(`fields.${mistake}`));
    if (sending) return;
    setSending(true);
    const result = await confirm(token, password);
    setSending(false);
    if (result.ok) {
      forgetResetToken();
      return setOutcome({ kind: "done", message: result.value.message });
    }
    const { failure } = result;
    if (failure.kind === "fieldErrors") return refuse(failure.errors["password"]);
    setOutcome(deadLink(failure) ?? { kind: "failed", message: t("common.messages.error") });
  };

  useEffect(() => {
    let active = true;
    // If the link is valid, the server only reports the missing password.
    void confirm(token, "").then((result) => {
      if (active && !result.ok) setOutcome(deadLink(result.failure));
    });
    return () => {
      active = false;
    };
  }, [token]);

  const done = outcome?.kind === "done";
  // The focused form is gone, so the focus moves to the link.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (done) form.current?.querySelector("a")?.focus();
  }, [done]);
  const next = checkoutId() ? `${localePrefix(locale)}${checkoutPath("3")}` : localPath(locale, "home");
  return (
    <div className={frame.narrow}>
      <h1 className={frame.heading}>{t("account.reset.title")}</h1>
      <form ref={form} noValidate className={styles.card} onSubmit={(event) => void submit(event)}>
        {outcome && <Alert tone={done ? "good" : "danger"}>{outcome.message}</Alert>}
        {done ? (
          <LinkButton href={next}>{t("account.reset.continue")}</LinkButton>
        ) : outcome?.kind === "dead" ? (
          <PasswordRecovery start="" />
        ) : (
          <>
            <PasswordField
              name="new-password"
              label={t("account.reset.password")}
              hint={t("account.passwordHint")}
              showLabel={t("account.show")}
              hideLabel={t("account.hide")}
              error={error}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              autoComplete="new-password"
            />
            <Button type="submit" aria-disabled={sending || undefined}>
              {t("account.reset.save")}
            </Button>
          </>
        )}
      </form>
    </div>
  );
}

const confirm = (token: string, password: string) =>
  call("passwordResetConfirm", { body: { token, password }, anonymous: true, withoutCheckout: true });

const deadLink = (failure: Failure): Outcome | null =>
  failure.kind === "message" && failure.status === 400 ? { kind: "dead", message: failure.message } : null;
