import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { PasswordLogin } from "./PasswordLogin.tsx";
import { SmsLogin } from "./SmsLogin.tsx";
import type { AccountInputs } from "./inputs.ts";

type Props = { readonly ready: boolean; readonly inputs: AccountInputs };

/** Login by text message or by password, in two tabs. */
export function Login({ ready, inputs }: Props) {
  const t = useTranslations("account");
  const { offers } = usePage();
  const { way, update } = inputs;
  if (!offers.sms) return <PasswordLogin ready={ready} inputs={inputs} />;
  return (
    <Tabs
      label={t("ways")}
      tabs={[
        { key: "sms", label: t("bySms") },
        { key: "password", label: t("byPassword") },
      ]}
      current={way}
      onChange={(next) => update({ way: next })}
    >
      {way === "sms" ? <SmsLogin ready={ready} inputs={inputs} /> : <PasswordLogin ready={ready} inputs={inputs} />}
    </Tabs>
  );
}
