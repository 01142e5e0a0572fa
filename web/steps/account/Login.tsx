import { useTranslations } from "use-intl";
import { Tabs } from "#web/kit/Tabs.tsx";
import { PasswordLogin } from "./PasswordLogin.tsx";
import { SmsLogin } from "./SmsLogin.tsx";
import type { Typed } from "./typed.ts";

export type LoginWay = "sms" | "password";
type Props = {
  readonly ready: boolean;
  readonly typed: Typed;
  readonly way: LoginWay;
  readonly onWay: (way: LoginWay) => void;
};

/** Login by a code sent to the phone, or by password. */
export function Login({ ready, typed, way, onWay }: Props) {
  const t = useTranslations("account");
  return (
    <Tabs
      label={t("ways")}
      tabs={[
        { key: "sms", label: t("bySms") },
        { key: "password", label: t("byPassword") },
      ]}
      current={way}
      onChange={onWay}
    >
      {way === "sms" ? <SmsLogin ready={ready} typed={typed} /> : <PasswordLogin ready={ready} typed={typed} />}
    </Tabs>
  );
}
