import styles from "./Frame.module.css";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { announce } from "#web/kit/Announcer.tsx";
import { useBrand, useRuns, useTitle } from "#desk/app/title.ts";
import { useSearchKey } from "#desk/app/search-key.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Navigation, SECTIONS, type NavEntry } from "./Navigation.tsx";
import { PersonMenu } from "./PersonMenu.tsx";
import { Panel } from "#desk/kit/Panel.tsx";

type Props = { readonly entries: readonly NavEntry[]; readonly children: ReactNode };

/** The frame around every page: brand, navigation, and the logged-in person. */
export function Frame({ entries, children }: Props) {
  const t = useTexts("frame");
  const brand = useBrand();
  const main = useRef<HTMLElement>(null);
  const [location] = useLocation();
  useSearchKey();
  const page = pageOf(location);
  const shown = useRef(page);
  // On a new page, the focus moves so that screen readers announce the title and the next Tab goes to the content. A
  // page can still focus a field instead, in an effect that runs after this one.
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    announce(() => document.title);
  }, [page]);
  return (
    <>
      <a className={styles.skip} href="#content">
        {t("skip")}
      </a>
      <header className={styles.header}>
        <Link href="/" className={styles.logo}>
          <span className={styles.mark} aria-hidden="true" />
          {brand}
          <span className={styles.place}>{t("desk")}</span>
        </Link>
        <Navigation entries={entries} />
        <PersonMenu />
      </header>
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>{useRuns()}</footer>
    </>
  );
}

/** Returns the part of a URL that says which page it is: `orders`, or `sections/vouchers` of an extension. */
export const pageOf = (location: string): string =>
  location
    .split("/")
    .slice(1, location.startsWith(`${SECTIONS}/`) ? 3 : 2)
    .join("/");

/** The page for a URL that does not exist, or that the logged-in person may not see. */
export function NotHere() {
  const t = useTexts("frame");
  useTitle(t("notHere.title"));
  return (
    <Panel title={t("notHere.title")}>
      <p>{t("notHere.text")}</p>
      <p>
        <Link href="/">{t("notHere.back")}</Link>
      </p>
    </Panel>
  );
}
