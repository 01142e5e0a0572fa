import type { BuyFailure } from "#contract/page.ts";
import { choicesOf, type Product } from "../products.ts";
import { Banner } from "./Banner.tsx";
import { BuyBox } from "./BuyBox.tsx";
import { DeviceDetails } from "./DeviceDetails.tsx";
import { Included } from "./Included.tsx";
import { HowToOrder } from "./HowToOrder.tsx";
import styles from "./ProductPage.module.css";

type Props = { readonly product: Product; readonly failure: BuyFailure | undefined };

/** A landing page: the product, its price for the chosen term, the buy button and the steps of the order. */
export function ProductPage({ product, failure }: Props) {
  return (
    <>
      <Banner product={product} />
      <div className={styles.columns}>
        <BuyBox product={product} choices={choicesOf(product)} failure={failure} />
        <div className={styles.main}>
          <Included product={product} />
          {product.details.length > 0 && <DeviceDetails details={product.details} />}
          {product.externalCheckoutUrl === null && <HowToOrder product={product} />}
        </div>
      </div>
    </>
  );
}
