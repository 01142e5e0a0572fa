import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { localPath } from "#web/site/paths.ts";
import styles from "./text.module.css";

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
