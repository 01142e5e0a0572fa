import { useTranslations } from "use-intl";
import { cx } from "#web/kit/cx.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { localPath, ROUTES } from "#web/site/paths.ts";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { usePage } from "./page-context.tsx";
import styles from "./Header.module.css";
import { sectionOf } from "#web/site/page.ts";

/** Brand, help line, person and language. `path` has no locale prefix. */
export function Header({ path }: { readonly path: string }) {
  const t = useTranslations("shop.frame");
  const { brand, locale, data, sandbox, embedded } = usePage();
  // The account is rendered like the checkout, but leads on to the shop.
  const inCheckout = data.kind === "checkout" && path !== ROUTES.account.path;
  return (
    <header className={styles.header}>
      {sandbox !== "none" && <SandboxNotice paid={sandbox === "some"} />}
      <div className={styles.wrap}>
        <a className={styles.logo} href={localPath(locale, "home")}>
          {brand.logoUrl ? (
            <img src={brand.logoUrl} alt="" height={32} />
          ) : (
            <span className={styles.mark} aria-hidden="true" />
          )}
          {brand.name}
        </a>
        {!inCheckout && <ShopNavigation />}
        <span className={styles.space} />
        <div className={styles.help}>
          <a href={brand.phoneHref}>
            <Icon name="phone" size={18} className={styles.icon} />
            <span className={styles.word}>{t("help")}</span>
            <span className={styles.contact}>{brand.phone}</span>
          </a>
          <a href={`mailto:${brand.email}`} className={cx(!inCheckout && styles.wide)}>
            <Icon name="mail" size={18} className={styles.icon} />
            <span className={styles.contact}>{brand.email}</span>
          </a>
          {!embedded && (
            <a href={localPath(locale, "account")}>
              <Icon name="person" size={18} />
              <span className={cx(styles.contact, styles.name)} data-own={t("account")}>
                {t("logIn")}
              </span>
            </a>
          )}
        </div>
        <LanguageSwitch path={path} />
      </div>
    </header>
  );
}

/**
 * A notice that some integrations are sandboxes (decisions, integrations), kept to one line on a phone. `paid`:
 * payments are real.
 */
function SandboxNotice({ paid }: { readonly paid: boolean }) {
  const t = useTranslations("shop.frame");
  return (
    <p className={styles.sandbox}>
      <span className={styles.long}>{t(paid ? "sandboxPaid" : "sandbox")}</span>
      <span className={styles.short}>{t(paid ? "sandboxPaidShort" : "sandboxShort")}</span>
    </p>
  );
}

const TABS = ["mobile", "prepaid", "tv", "devices"] as const;

/** Tabs that lead to the sections of the shop window. The checkout does not show them. */
function ShopNavigation() {
  const t = useTranslations("shop.frame");
  const { locale, data } = usePage();
  const current = data.kind === "product" ? sectionOf(data.product.group) : null;
  return (
    <nav className={styles.nav} aria-label={t("nav.label")}>
      {TABS.map((section) => (
        <a
          key={section}
          href={`${localPath(locale, "home")}#${section}`}
          aria-current={section === current ? "true" : undefined}
        >
          {t(`nav.${section}`)}
        </a>
      ))}
    </nav>
  );
}
