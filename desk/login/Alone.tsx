import type { ReactNode } from "react";
import { LANGUAGE_TAG, LOCALES, LANGUAGE_NAMES } from "#core/text/locale.ts";
import { useBrand } from "#desk/app/title.ts";
import { useLanguage, useTexts } from "#desk/app/texts.tsx";
import { LinkButton } from "#desk/kit/Button.tsx";
import styles from "./login.module.css";

/** A page without navigation, for people who are not logged in. */
export function Alone({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useTexts("frame");
  const brand = useBrand();
  const { locale, choose } = useLanguage();
  return (
    <main className={styles.alone}>
      <p className={styles.brand}>
        <span className={styles.mark} aria-hidden="true" />
        {brand} <span>{t("desk")}</span>
      </p>
      <div className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
      <ul className={styles.languages} aria-label={t("language")}>
        {LOCALES.map((each) => (
          <li key={each}>
            <LinkButton
              lang={LANGUAGE_TAG[each]}
              aria-current={each === locale ? "true" : undefined}
              onClick={() => choose(each)}
            >
              {LANGUAGE_NAMES[each]}
            </LinkButton>
          </li>
        ))}
      </ul>
    </main>
  );
}
