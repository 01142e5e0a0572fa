import type { BuyFailure } from "#contract/page.ts";
import { cx } from "#web/kit/cx.ts";
import { ProductArt } from "#web/art/ProductArt.tsx";
import { choicesOf, type Product } from "../products.ts";
import { BuyBox } from "./BuyBox.tsx";
import { DeviceDetails } from "./DeviceDetails.tsx";
import { Included } from "./Included.tsx";
import { HowToOrder } from "./HowToOrder.tsx";
import { Title } from "./Title.tsx";
import styles from "./ProductPage.module.css";

type Props = { readonly product: Product; readonly failure: BuyFailure | undefined };

/** A landing page: the product's picture, its price for the chosen term with the buy button, and the steps of the order. */
export function ProductPage({ product, failure }: Props) {
  return (
    <div className={styles.columns}>
      <Title product={product} />
      <div className={cx(styles.picture, product.kind === "device" && styles.large)}>
        <ProductArt product={product} className={styles.art} />
      </div>
      <BuyBox product={product} choices={choicesOf(product)} failure={failure} />
      <div className={styles.main}>
        <Included product={product} />
        {product.details.length > 0 && <DeviceDetails details={product.details} />}
        {product.externalCheckoutUrl === null && <HowToOrder product={product} />}
      </div>
    </div>
  );
}
