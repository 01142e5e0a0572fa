import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useLocation, useSearch } from "wouter";
import { LANGUAGE_TAG, LOCALES, localePrefix } from "#core/locale.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { inLocale } from "#web/site/paths.ts";
import { keepLocale } from "#web/session/locale.ts";
import { usePage } from "./page-context.tsx";
import styles from "./LanguageSwitch.module.css";

/** Each language by its own name. */
const NAMES = { de: "Deutsch", en: "English", fr: "Français", it: "Italiano", sr: "Srpski" } as const;

/** Plain links to the same page in the other languages; what was typed is stored with the checkout. */
export function LanguageSwitch() {
  const t = useTranslations("common");
  const { locale: current } = usePage();
  const [path] = useLocation();
  const query = useSearch();
  const menu = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = (event: Event) => {
      const inside = event.target instanceof Node && menu.current?.contains(event.target);
      const escape = event instanceof KeyboardEvent && event.key === "Escape";
      if (!menu.current?.open || (inside && !escape)) return;
      menu.current.open = false;
      // The focused link is hidden now.
      if (inside) menu.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);

  return (
    <details ref={menu} className={styles.menu}>
      <summary
        className={styles.button}
        aria-label={`${current.toUpperCase()}, ${t("language", { current: NAMES[current] })}`}
      >
        {current.toUpperCase()}
        <Icon name="chevron" size={16} />
      </summary>
      <ul className={styles.list}>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <a
              className={styles.link}
              href={inLocale(locale, `${localePrefix(current)}${path}${query && `?${query}`}`)}
              lang={LANGUAGE_TAG[locale]}
              hrefLang={LANGUAGE_TAG[locale]}
              aria-current={locale === current ? "true" : undefined}
              onClick={() => keepLocale(locale)}
              onAuxClick={() => keepLocale(locale)}
            >
              {NAMES[locale]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
