import styles from "./account.module.css";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { momentText } from "#core/time/moment-text.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { call } from "#web/api/call.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { AddPasskey } from "#web/passkeys/AddPasskey.tsx";
import { canHavePasskeys } from "#web/kit/passkey.ts";
import { passkeyMessage } from "#web/passkeys/browser.ts";

type Props = {
  readonly passkeys: AnswerOf<"account">["passkeys"];
  /** Reloads the account and announces the message. */
  readonly onChanged: (message: string) => void;
};

/** The passkeys of the account, with controls to add and remove them. */
export function Passkeys({ passkeys, onChanged }: Props) {
  const t = useTranslations();
  const { locale } = usePage();
  const [refusal, setRefusal] = useState("");
  const remove = async (id: string) => {
    const result = await call("removePasskey", { body: { id }, withoutCheckout: true });
    const error = t("common.messages.error");
    setRefusal(
      result.ok ? "" : passkeyMessage(result.failure, { present: error, cancelled: error, failed: error, error }),
    );
    if (result.ok) onChanged(t("account.passkeys.removed"));
  };
  return (
    <section className={styles.part} aria-labelledby="passkeys">
      <h2 id="passkeys" className={styles.title}>
        {t("account.passkeys.title")}
      </h2>
      <p className={styles.quiet}>{t("account.passkeys.text")}</p>
      {passkeys.length > 0 && (
        <ul className={styles.rows}>
          {passkeys.map(({ id, device, since, lastUsed }) => {
            const name = device ?? t("account.own.unknownDevice");
            const used = lastUsed && momentText(lastUsed, locale, "short");
            return (
              <li key={id}>
                <div>
                  <p className={styles.device}>
                    <DeviceName device={device} />
                  </p>
                  <p className={styles.when}>
                    {used
                      ? t("account.passkeys.used", { since: momentText(since, locale, "short"), used })
                      : t("account.passkeys.unused", { since: momentText(since, locale, "short") })}
                  </p>
                </div>
                <TextButton
                  aria-label={t("account.passkeys.removeOf", { device: name })}
                  onClick={() => void remove(id)}
                >
                  {t("account.passkeys.remove")}
                </TextButton>
              </li>
            );
          })}
        </ul>
      )}
      {refusal && <Alert tone="warn">{refusal}</Alert>}
      {canHavePasskeys("create") && <AddPasskey onAdded={() => onChanged(t("account.passkeys.added"))} />}
    </section>
  );
}

/** A device's name, which is not translated, or a text for an unknown device. */
export function DeviceName({ device }: { readonly device: string | null }) {
  const t = useTranslations("account.own");
  return device === null ? t("unknownDevice") : <span translate="no">{device}</span>;
}
