import { useTranslations } from "use-intl";
import { localePrefix } from "#core/text/locale.ts";
import { localPath } from "#web/site/paths.ts";
import { usePage } from "./page-context.tsx";
import styles from "./Footer.module.css";

/** Contact, the account, and legal pages. */
export function Footer() {
  const t = useTranslations();
  const { brand, locale, data } = usePage();
  return (
    <footer className={styles.footer}>
      <div className={styles.wrap}>
        <p>{t("common.footer.contact", { name: brand.name })}</p>
        <ul className={styles.links}>
          <li>
            <a href={brand.phoneHref}>{brand.phone}</a>
          </li>
          <li>
            <a href={`mailto:${brand.email}`}>{brand.email}</a>
          </li>
          <li>
            <a href={localPath(locale, "account")}>{t("common.footer.account")}</a>
          </li>
          {brand.legal.map(({ title, url }) => (
            <li key={url}>
              <a href={url.startsWith("/") ? `${localePrefix(locale)}${url}` : url}>{title}</a>
            </li>
          ))}
        </ul>
        {data.kind !== "checkout" && <p>{t("shop.browser.supported")}</p>}
      </div>
    </footer>
  );
}
