import { useState } from "react";
import { useTranslations } from "use-intl";
import { Tabs } from "#web/kit/Tabs.tsx";
import { PasswordLogin } from "./PasswordLogin.tsx";
import { SmsLogin } from "./SmsLogin.tsx";

/** Login by a code sent to the phone, or by password. */
export function Login({ ready }: { readonly ready: boolean }) {
  const t = useTranslations("account");
  const [way, setWay] = useState<"sms" | "password">("sms");
  return (
    <Tabs
      label={t("ways")}
      tabs={[
        { key: "sms", label: t("bySms") },
        { key: "password", label: t("byPassword") },
      ]}
      current={way}
      onChange={setWay}
    >
      {way === "sms" ? <SmsLogin ready={ready} /> : <PasswordLogin ready={ready} />}
    </Tabs>
  );
}
