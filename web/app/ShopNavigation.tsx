import { useTranslations } from "use-intl";
import { localPath } from "#web/site/paths.ts";
import { usePage } from "./page-context.tsx";
import styles from "./Header.module.css";

const SECTIONS = ["mobile", "prepaid", "tv", "devices"] as const;

/** Links to the sections of the shop window; the checkout does not show them. */
export function ShopNavigation() {
  const t = useTranslations("common");
  const { locale } = usePage();
  return (
    <nav className={styles.nav} aria-label={t("nav.label")}>
      {SECTIONS.map((section) => (
        <a key={section} href={`${localPath(locale, "home")}#${section}`}>
          {t(`nav.${section}`)}
        </a>
      ))}
    </nav>
  );
}
