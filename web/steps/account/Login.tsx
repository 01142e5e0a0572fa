import { useTranslations } from "use-intl";
import { Tabs } from "#web/kit/Tabs.tsx";
import { PasswordLogin } from "./PasswordLogin.tsx";
import { SmsLogin } from "./SmsLogin.tsx";
import type { AccountInputs } from "./inputs.ts";

export type LoginWay = "sms" | "password";
type Props = {
  readonly ready: boolean;
  readonly inputs: AccountInputs;
  readonly way: LoginWay;
  readonly onWay: (way: LoginWay) => void;
};

/** Login by text message or by password, in two tabs. */
export function Login({ ready, inputs, way, onWay }: Props) {
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
      {way === "sms" ? <SmsLogin ready={ready} inputs={inputs} /> : <PasswordLogin ready={ready} inputs={inputs} />}
    </Tabs>
  );
}
