import type { ReactNode } from "react";
import { CONTENT_ELEMENT } from "#web/site/page.ts";
import { PaymentMark } from "#web/art/PaymentMark.tsx";
import { paymentBrands } from "#core/payment/payment-brands.ts";
import { Header } from "./Header.tsx";
import { useTranslations } from "use-intl";
import styles from "./Header.module.css";
import { OLD_BROWSER_ELEMENT } from "#core/page/start-mistakes.ts";
import { usePage } from "./page-context.tsx";
import { localePrefix } from "#core/text/locale.ts";
import { localPath } from "#web/site/paths.ts";
import footerStyles from "./Footer.module.css";

type Props = {
  /** The path without locale prefix; the language links lead to it. */
  readonly path: string;
  readonly children: ReactNode;
};

/**
 * The frame around the content of every page. Only the server renders it; `frame-script.ts` adds what needs a script.
 */
export function Frame({ path, children }: Props) {
  return (
    <>
      <OldBrowser />
      <SkipLink />
      <Header path={path} />
      <main id={CONTENT_ELEMENT}>{children}</main>
      <Footer />
    </>
  );
}

/** A link past the header to the content, as the first tab stop. */
function SkipLink() {
  const t = useTranslations("shop.frame");
  return (
    <a className={styles.skip} href="#main">
      {t("skip")}
    </a>
  );
}

/**
 * A notice that the browser is too old, with the phone number to call. `oldBrowserScript` shows it. It uses only old
 * CSS.
 */
function OldBrowser() {
  const t = useTranslations("shop.browser");
  const { brand } = usePage();
  return (
    <p id={OLD_BROWSER_ELEMENT} role="alert" hidden style={{ margin: 24, textAlign: "center", fontWeight: 650 }}>
      {t("old", { phone: brand.phone })}
    </p>
  );
}

/** Contact, the company, the account, legal pages, and on public pages the ways to pay. */
function Footer() {
  const t = useTranslations();
  const { brand, locale, data, offers, footer } = usePage();
  const brands = data.kind === "checkout" ? [] : paymentBrands(offers.brands);
  return (
    <footer className={footerStyles.footer}>
      <div className={footerStyles.wrap}>
        <p>
          {t("shop.frame.contact", { name: brand.name })}
          <br />
          {footer?.legalName}
        </p>
        <ul className={footerStyles.links}>
          <li>
            <a href={brand.phoneHref}>{brand.phone}</a>
          </li>
          <li>
            <a href={`mailto:${brand.email}`}>{brand.email}</a>
          </li>
          <li>
            <a href={localPath(locale, "account")}>{t("shop.frame.account")}</a>
          </li>
          {footer?.legal.map(({ title, url }) => (
            <li key={url}>
              <a href={url.startsWith("/") ? `${localePrefix(locale)}${url}` : url}>{title}</a>
            </li>
          ))}
          <li>
            <a href={localPath(locale, "browsers")}>{t("shop.browser.title")}</a>
          </li>
        </ul>
        {brands.length > 0 && (
          <ul className={footerStyles.links} aria-label={t("shop.frame.payment")}>
            {brands.map(({ code, name }) => (
              <li key={code}>
                <PaymentMark code={code} label={name} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  );
}
