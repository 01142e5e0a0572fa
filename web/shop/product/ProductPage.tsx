import { Suspense, useState } from "react";
import { firstTerm, type Product } from "../products.ts";
import { Banner } from "./Banner.tsx";
import { BuyBox } from "./BuyBox.tsx";
import { DeviceDetails } from "./DeviceDetails.tsx";
import { Included } from "./Included.tsx";
import { HowToOrder } from "./HowToOrder.tsx";
import styles from "./ProductPage.module.css";

/** A landing page: the product, its price for the chosen term, the buy button and the steps of the order. */
export function ProductPage({ product }: { readonly product: Product }) {
  const [code, setCode] = useState(firstTerm(product)?.code);
  const term = product.terms.find((each) => each.code === code);
  return (
    <>
      <Suspense>
        <Banner product={product} />
      </Suspense>
      <div className={styles.columns}>
        <BuyBox product={product} term={term} onTerm={setCode} />
        <div className={styles.main}>
          <Suspense>
            <Included product={product} />
            {product.details.length > 0 && <DeviceDetails details={product.details} />}
            {product.externalCheckoutUrl === null && <HowToOrder product={product} />}
          </Suspense>
        </div>
      </div>
    </>
  );
}
