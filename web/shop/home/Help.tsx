import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import styles from "./Help.module.css";

/** The help line, for shoppers who prefer to call. */
export function Help() {
  const t = useTranslations("shop.home.help");
  const { brand } = usePage();
  return (
    <section className={styles.help} aria-labelledby="help-title">
      <div className={styles.words}>
        <h2 id="help-title" className={styles.title}>
          {t("title")}
        </h2>
        <p className={styles.text}>{t("text")}</p>
      </div>
      <LinkButton variant="ghost" href={brand.phoneHref}>
        <Icon name="phone" />
        {brand.phone}
      </LinkButton>
    </section>
  );
}
