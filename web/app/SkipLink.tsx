import { useTranslations } from "use-intl";
import styles from "./Header.module.css";

/** The first tab stop: a link past the header to the content. */
export function SkipLink() {
  const t = useTranslations("common");
  return (
    <a className={styles.skip} href="#main">
      {t("skip")}
    </a>
  );
}
