import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { AddPasskey } from "#web/passkeys/AddPasskey.tsx";
import { localPath } from "#web/site/paths.ts";
import styles from "./PasskeyOffer.module.css";

/** After the order, offers to create a passkey for the next login. */
export default function PasskeyOffer() {
  const t = useTranslations("account");
  const { locale } = usePage();
  return (
    <section className={styles.offer} aria-labelledby="passkey-offer">
      <h2 id="passkey-offer" className={styles.title}>
        {t("passkeys.offer")}
      </h2>
      <p className={styles.text}>{t("passkeys.text")}</p>
      <AddPasskey />
      <p className={styles.text}>
        <a href={localPath(locale, "account")}>{t("own.link")}</a>
      </p>
    </section>
  );
}
