import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { localPath } from "#web/site/paths.ts";
import { sectionOf, type Product } from "../products.ts";
import styles from "./Banner.module.css";

/** The product's name, with a link back to its section of the shop window. */
export function Banner({ product }: { readonly product: Product }) {
  const t = useTranslations();
  const { locale } = usePage();
  const section = sectionOf(product.group);
  return (
    <div className={styles.banner}>
      <div className={styles.wrap}>
        <a className={styles.back} href={`${localPath(locale, "home")}#${section}`}>
          <Icon name="left" size={18} />
          {t("shop.product.all", { section: t(`common.nav.${section}`) })}
        </a>
        <p className={styles.kicker}>{t(`shop.group.${product.group}`)}</p>
        <h1 className={styles.name}>{product.name}</h1>
        <p className={styles.lead}>{product.summary || product.actionText || t(`shop.lead.${product.group}`)}</p>
      </div>
    </div>
  );
}
