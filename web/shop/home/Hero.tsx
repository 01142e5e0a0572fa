import { useTranslations } from "use-intl";
import { LinkButton } from "#web/kit/Button.tsx";
import { Phone } from "../art/Phone.tsx";
import styles from "./Hero.module.css";

/** The heading of the shop window, with a link to the tariffs. */
export function Hero() {
  const t = useTranslations("shop.home.hero");
  return (
    <div className={styles.hero}>
      <div className={styles.wrap}>
        <div>
          <h1 className={styles.title}>{t("title")}</h1>
          <p className={styles.text}>{t("text")}</p>
          <LinkButton className={styles.button} href="#mobile">
            {t("button")}
          </LinkButton>
        </div>
        <Phone art="blue" className={styles.art} />
      </div>
    </div>
  );
}
