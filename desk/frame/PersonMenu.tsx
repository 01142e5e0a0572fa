import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { LOCALES, LANGUAGE_TAG, LANGUAGE_NAMES } from "#core/text/locale.ts";
import { useMe } from "#desk/app/me.ts";
import { useLanguage, useTexts } from "#desk/app/texts.tsx";
import { LogOut } from "#desk/login/LogOut.tsx";
import { buttonClass } from "#desk/kit/Button.tsx";
import styles from "./Frame.module.css";

/** The path of the person's own account. */
export const ACCOUNT = "/account";

/** The menu of the logged-in person: name, roles, language, account and logout. */
export function PersonMenu() {
  const t = useTexts("frame");
  const { name, email, roles } = useMe();
  const { locale, choose } = useLanguage();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = menu.current;
      const outside = event.target instanceof Node && !element?.contains(event.target);
      const escaped = event instanceof KeyboardEvent && event.key === "Escape";
      if (!element?.open || !(escaped || (event.type === "pointerdown" && outside))) return;
      element.open = false;
      if (escaped) element.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  const initials = name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .join("")
    .slice(0, 2)
    .toUpperCase();
  return (
    <details ref={menu} className={styles.person}>
      {/* The label contains the visible initials, so that voice control finds the menu by them (WCAG 2.5.3). */}
      <summary className={styles.avatar} aria-label={`${initials}, ${t("person", { name })}`}>
        <span className={styles.initials}>{initials}</span>
      </summary>
      <div className={styles.menu}>
        <p className={styles.name}>{name}</p>
        <p className={styles.quiet}>{email}</p>
        <p className={styles.quiet}>{roles.map((role) => t(`roles.${role}`)).join(", ")}</p>
        <fieldset className={styles.languages}>
          <legend>{t("language")}</legend>
          {LOCALES.map((each) => (
            <button
              key={each}
              type="button"
              lang={LANGUAGE_TAG[each]}
              aria-pressed={each === locale}
              onClick={() => choose(each)}
            >
              {LANGUAGE_NAMES[each]}
            </button>
          ))}
        </fieldset>
        <Link
          href={ACCOUNT}
          className={buttonClass}
          onClick={() => {
            if (menu.current) menu.current.open = false;
          }}
        >
          {t("account")}
        </Link>
        <LogOut />
      </div>
    </details>
  );
}
