import { useTranslations } from "use-intl";
import { localPath } from "#web/site/paths.ts";
import { sectionOf } from "#web/site/page.ts";
import { usePage } from "./page-context.tsx";
import styles from "./Header.module.css";

const TABS = ["mobile", "prepaid", "tv", "devices"] as const;

/** Tabs that lead to the sections of the shop window; the checkout does not show them. */
export function ShopNavigation() {
  const t = useTranslations("common");
  const { locale, data } = usePage();
  const current = data.kind === "product" ? sectionOf(data.product.group) : null;
  return (
    <nav className={styles.nav} aria-label={t("nav.label")}>
      {TABS.map((section) => (
        <a
          key={section}
          href={`${localPath(locale, "home")}#${section}`}
          aria-current={section === current ? "true" : undefined}
        >
          {t(`nav.${section}`)}
        </a>
      ))}
    </nav>
  );
}
