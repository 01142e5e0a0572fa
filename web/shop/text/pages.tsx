import styles from "./text.module.css";
import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { localPath } from "#web/site/paths.ts";
import { LinkButton } from "#web/kit/Button.tsx";
import { SECTIONS, type SectionName } from "#web/site/page.ts";
import { SomethingWrong } from "#web/app/ErrorBoundary.tsx";

/** A legal text from the brand file. */
export function LegalPage({ title, paragraphs }: { readonly title: string; readonly paragraphs: readonly string[] }) {
  const t = useTranslations("common");
  const { locale } = usePage();
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className={styles.text}>
          {paragraph}
        </p>
      ))}
      <p className={styles.actions}>
        <a href={localPath(locale, "home")}>{t("home")}</a>
      </p>
    </article>
  );
}

/** The page with the browsers that the shop supports. */
export function BrowsersPage() {
  const t = useTranslations("shop.browser");
  return <LegalPage title={t("title")} paragraphs={[t("supported")]} />;
}

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
            {t(`shop.frame.nav.${section}`)}
          </LinkButton>
        ))}
      </div>
    </div>
  );
}

/** The page that the server sends when it could not render another. */
export function ErrorPage() {
  return <SomethingWrong />;
}
