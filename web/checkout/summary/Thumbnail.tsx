import { Suspense } from "react";
import { lazyPart } from "#web/kit/load-part.ts";
import styles from "./Thumbnail.module.css";

// The drawings are not needed for the first screen.
const ProductArt = lazyPart(async () => ({ default: (await import("#web/art/ProductArt.tsx")).ProductArt }), "quiet");

export type Pictured = { readonly kind: "mobile" | "tv" | "device"; readonly art: string };

/** The small picture of a product. Its space is reserved before the drawing is loaded. */
export function Thumbnail({ product }: { readonly product: Pictured }) {
  return (
    <span className={styles.thumbnail} aria-hidden="true">
      <Suspense>
        <ProductArt product={product} className={styles.art} />
      </Suspense>
    </span>
  );
}
