import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { localPath } from "#web/site/paths.ts";
import { SECTIONS, type SectionName } from "#web/site/sections.ts";
import styles from "./text.module.css";

/** The page for unknown paths, with links to the shop's sections. */
export function NotFoundPage() {
  const t = useTranslations();
  const { locale } = usePage();
  const home = localPath(locale, "home");
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t("shop.notFound.title")}</h1>
      <p className={styles.text}>{t("shop.notFound.text")}</p>
      <div className={styles.actions}>
        <LinkButton href={home}>{t("common.home")}</LinkButton>
        {(Object.keys(SECTIONS) as SectionName[]).map((section) => (
          <LinkButton key={section} variant="ghost" href={`${home}#${section}`}>
            {t(`common.nav.${section}`)}
          </LinkButton>
        ))}
      </div>
    </div>
  );
}
