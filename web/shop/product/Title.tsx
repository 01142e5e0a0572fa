import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { localPath } from "#web/site/paths.ts";
import { sectionOf } from "#web/site/sections.ts";
import type { Product } from "../products.ts";
import styles from "./Title.module.css";

/** The product's name, with a link back to its section of the shop window. */
export function Title({ product }: { readonly product: Product }) {
  const t = useTranslations();
  const { locale } = usePage();
  const section = sectionOf(product.group);
  return (
    <div>
      <a className={styles.back} href={`${localPath(locale, "home")}#${section}`}>
        <Icon name="left" size={18} />
        {t(`common.nav.${section}`)}
      </a>
      <h1 className={styles.name}>{product.name}</h1>
      <p className={styles.lead}>{product.summary || product.actionText || t(`shop.lead.${product.group}`)}</p>
    </div>
  );
}
