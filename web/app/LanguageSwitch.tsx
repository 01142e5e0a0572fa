import { useTranslations } from "use-intl";
import { LANGUAGE_NAMES, LANGUAGE_TAG, LOCALES, localePrefix } from "#core/text/locale.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { usePage } from "./page-context.tsx";
import styles from "./LanguageSwitch.module.css";

/**
 * Plain links to the same page in the other languages. Typed input survives, because it is stored with the checkout.
 * `path` has no locale prefix. `frame-script.ts` adds what only the browser has: query, fragment, and the path of a
 * page that does not exist.
 */
export function LanguageSwitch({ path }: { readonly path: string }) {
  const t = useTranslations("shop.frame");
  const { locale: current } = usePage();
  return (
    <details className={styles.menu} data-languages="">
      <summary
        className={styles.button}
        aria-label={`${current.toUpperCase()}, ${t("language", { current: LANGUAGE_NAMES[current] })}`}
      >
        {current.toUpperCase()}
        <Icon name="chevron" size={16} />
      </summary>
      <ul className={styles.list}>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <a
              className={styles.link}
              href={`${localePrefix(locale)}${path}`}
              lang={LANGUAGE_TAG[locale]}
              hrefLang={LANGUAGE_TAG[locale]}
              aria-current={locale === current ? "true" : undefined}
              data-locale={locale}
            >
              {LANGUAGE_NAMES[locale]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
