import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import type { EsimProgress } from "#core/order/esim.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { EsimCode } from "./EsimCode.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { LoginAgain } from "./LoginAgain.tsx";
import { useEsim, type EsimState } from "./use-esim.ts";
import styles from "./Esim.module.css";

/** The eSIM. Its activation code is shown only on demand, because others could read it on the screen and use it. */
export function Esim({ email, progress }: { readonly email: string; readonly progress: EsimProgress | null }) {
  const t = useTranslations("order.esim");
  const { esim, show, hide } = useEsim();
  const panel = useFocusOnReplacement(esim.state);
  const waiting = esim.state === "loading" || esim.state === "preparing";
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-labelledby="esim">
      <h2 id="esim" className={styles.title}>
        {t("title")}
      </h2>
      {progress && (
        <p className={styles.progress}>
          <Icon name={progress === "installed" ? "check" : "phone"} size={20} />
          {t(progress)}
        </p>
      )}
      {esim.state === "ready" ? (
        <EsimCode code={esim.activationCode} onHide={hide} />
      ) : (
        <>
          <p className={styles.text}>{t("intro")}</p>
          <EsimNotice esim={esim} />
          {esim.state === "login" && <LoginAgain email={email} purpose="esim" onLoggedIn={show} />}
          {esim.state !== "failed" && esim.state !== "expired" && esim.state !== "login" && (
            <Button onClick={show} aria-disabled={waiting || undefined}>
              {waiting ? t("wait") : t(esim.state === "idle" ? "show" : "again")}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

/** If the focused element has disappeared, focuses what replaced it: the password, a button, or the panel. */
function useFocusOnReplacement(state: EsimState["state"]) {
  const panel = useRef<HTMLElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (state === before.current) return;
    before.current = state;
    if (document.activeElement !== document.body) return;
    if (state === "login") focusField("password");
    else (panel.current?.querySelector("button") ?? panel.current)?.focus();
  }, [state]);
  return panel;
}

/** Explains why there is no code, and what to do. */
function EsimNotice({ esim: { state } }: { readonly esim: EsimState }) {
  const t = useTranslations("order.esim");
  const { brand } = usePage();
  if (state === "preparing" || state === "late") return <Alert tone="info">{t(state)}</Alert>;
  if (state === "error") return <Alert tone="warn">{t(state)}</Alert>;
  if (state !== "failed" && state !== "expired") return null;
  return (
    <Alert
      tone="warn"
      title={t(`${state}Title`)}
      actions={
        <LinkButton compact variant="ghost" href={brand.phoneHref}>
          {t("call", { phone: brand.phone })}
        </LinkButton>
      }
    >
      {t(state)}
    </Alert>
  );
}
