import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { token } from "#web/session/login.ts";
import { localPath } from "#web/site/paths.ts";
import { useAfterLogin } from "./use-account.ts";
import styles from "./account.module.css";

type Props = { readonly email: string; readonly onOther: () => void };

/** Says who is known here, by a login or by registering in this checkout: one press continues, without a password. */
export function KnownCustomer({ email, onOther }: Props) {
  const t = useTranslations("account");
  const { locale } = usePage();
  const busy = useBusy();
  const { continueAs } = useAfterLogin();
  const proceed = async () => {
    await busy.once(() => continueAs(email));
  };
  return (
    <StepForm label={t("continueAs", { account: email })} enabled onSubmit={proceed}>
      <div className={styles.known}>
        <span className={styles.sign}>
          <Icon name="check" size={22} />
        </span>
        <div className={styles.who}>
          <p>{t("orderingAs")}</p>
          <p className={styles.account}>{email}</p>
          <div className={styles.links}>
            <TextButton onClick={onOther}>{t("notYou")}</TextButton>
            {token() !== null && (
              <a className={styles.own} href={localPath(locale, "account")}>
                {t("own.link")}
              </a>
            )}
          </div>
        </div>
      </div>
    </StepForm>
  );
}
