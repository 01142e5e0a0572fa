import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useErrorTitle } from "#web/forms/error-texts.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { ChoicePanel } from "#web/kit/IconChoice.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { PasskeyLogin } from "#web/passkeys/PasskeyLogin.tsx";
import type { AccountInputs } from "./inputs.ts";
import { NetworkLogin } from "./NetworkLogin.tsx";
import { useAfterLogin } from "./use-account.ts";
import { usePasswordLogin } from "./PasswordLogin.tsx";
import { useSmsLogin } from "./SmsLogin.tsx";
import styles from "./account.module.css";

type Props = { readonly ready: boolean; readonly inputs: AccountInputs };

/** Login by text message or password, in two tabs, or with a passkey. */
export function Login({ ready, inputs }: Props) {
  const t = useTranslations("account");
  const { offers, brand } = usePage();
  // Why the number alone is not proof enough at present; null if it is.
  const [simSwapped, setSimSwapped] = useState<{ readonly message: string } | null>(null);
  useEffect(() => {
    if (simSwapped !== null) focusField("username");
  }, [simSwapped]);
  const { loggedInUnnamed } = useAfterLogin();
  const { way, update } = inputs;
  const needPassword = (message: string) => {
    // A code that was sent is used up.
    update({ code: "", sent: null, way: "password" });
    setSimSwapped({ message });
  };
  const ways = { sms: useSmsLogin(inputs, needPassword), password: usePasswordLogin(inputs) };
  const { label, wrong, submit, fields } = ways[offers.sms ? way : "password"];
  useErrorTitle(wrong);
  return (
    <StepForm label={label} enabled={ready} onSubmit={submit}>
      <ChoicePanel>
        {simSwapped !== null && (
          <Alert
            tone="warn"
            actions={
              <LinkButton compact variant="ghost" href={brand.phoneHref}>
                {t("call", { phone: brand.phone })}
              </LinkButton>
            }
          >
            {simSwapped.message}
          </Alert>
        )}
        {offers.sms ? (
          <Tabs
            label={t("ways")}
            tabs={[
              { key: "sms", label: t("bySms") },
              { key: "password", label: t("byPassword") },
            ]}
            current={way}
            onChange={(next) => update({ way: next })}
          >
            {fields}
          </Tabs>
        ) : (
          fields
        )}
      </ChoicePanel>
      <div className={styles.below}>
        {offers.network && <NetworkLogin onLoggedIn={loggedInUnnamed} onSimSwapped={needPassword} />}
        <PasskeyLogin inCheckout quiet onLoggedIn={loggedInUnnamed} />
      </div>
    </StepForm>
  );
}
