import styles from "./ProductPage.module.css";
import type { PageData } from "#contract/page.ts";
import { cx } from "#web/kit/cx.ts";
import { ProductArt } from "#web/art/ProductArt.tsx";
import { choicesOf, type Product } from "../products.ts";
import { ofChoice } from "./TermChoice.tsx";
import { BuyBox } from "./BuyBox.tsx";
import { Included } from "./Parts.tsx";
import { HowToOrder } from "./HowToOrder.tsx";
import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { localPath } from "#web/site/paths.ts";
import { sectionOf } from "#web/site/page.ts";
import { DEVICE_DETAILS } from "#core/catalogue/catalogue.ts";
import deviceDetailsStyles from "./DeviceDetails.module.css";

type Props = { readonly data: Extract<PageData, { kind: "product" }> };

/**
 * A landing page: the product's picture, its price for the chosen term with the buy button, and the steps of the order.
 */
export function ProductPage({ data: { product, plans, instead, failure } }: Props) {
  const choices = choicesOf(product, plans);
  return (
    <div className={styles.columns}>
      <Title product={product} />
      <div className={cx(styles.picture, product.kind === "device" && styles.large)}>
        <ProductArt product={product} className={styles.art} />
      </div>
      <BuyBox product={product} choices={choices} instead={instead} failure={failure} />
      <div className={styles.main}>
        {product.kind === "device" ? (
          choices.map((choice) => (
            <div key={choice.id} {...ofChoice(choice)}>
              <Included product={product} choice={choice} />
            </div>
          ))
        ) : (
          <Included product={product} choice={null} />
        )}
        {product.details.length > 0 && <DeviceDetails details={product.details} />}
        {product.externalCheckoutUrl === null && <HowToOrder product={product} />}
      </div>
    </div>
  );
}

/** The product's name, with a link back to its section of the shop window. */
function Title({ product }: { readonly product: Product }) {
  const t = useTranslations();
  const { locale } = usePage();
  const section = sectionOf(product.group);
  return (
    <div>
      <a className={styles.back} href={`${localPath(locale, "home")}#${section}`}>
        <Icon name="left" size={18} />
        {t(`shop.frame.nav.${section}`)}
      </a>
      <h1 className={styles.name}>{product.name}</h1>
      <p className={styles.lead}>{product.summary || product.actionText || t(`shop.lead.${product.group}`)}</p>
    </div>
  );
}

/** The details of a device, always in the same order (specification 2). */
function DeviceDetails({ details }: Pick<Product, "details">) {
  const t = useTranslations("shop.details");
  const rows = DEVICE_DETAILS.flatMap((key) =>
    details.filter((detail) => detail.key === key && detail.value !== "").map(({ value }) => ({ key, value })),
  );
  return (
    <section className={deviceDetailsStyles.panel} aria-labelledby="details">
      <h2 id="details" className={deviceDetailsStyles.title}>
        {t("title")}
      </h2>
      <dl className={deviceDetailsStyles.list}>
        {rows.map(({ key, value }) => (
          <div key={key} className={deviceDetailsStyles.row}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
