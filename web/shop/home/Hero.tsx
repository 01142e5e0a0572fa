import { useTranslations } from "use-intl";
import { Phone } from "#web/art/Phone.tsx";
import { Resume } from "../resume/Resume.tsx";
import { Ended } from "./Ended.tsx";
import styles from "./Hero.module.css";

/** The heading of the shop window. */
export function Hero() {
  const t = useTranslations("shop.home.hero");
  return (
    <div className={styles.hero}>
      <div className={styles.wrap}>
        <div>
          <Ended />
          <Resume />
          <h1 className={styles.title}>{t("title")}</h1>
          <p className={styles.text}>{t("text")}</p>
        </div>
        <Phone art="brand" className={styles.art} />
      </div>
    </div>
  );
}
