import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { recordOf, type Product, type Term } from "../products.ts";
import { takeEarlyPress } from "./early-press.ts";
import { useBuy } from "./use-buy.ts";
import styles from "./Buy.module.css";

const loadFailure = () => import("./BuyFailure.tsx");
const BuyFailure = lazy(loadFailure);

/** The buy button; a link for a product that a partner sells; disabled if sold out. */
export function Buy({ product, term }: { readonly product: Product; readonly term: Term | undefined }) {
  const t = useTranslations();
  const { brand } = usePage();
  const { busy, failure, buy, dismiss } = useBuy();
  const start = () => void buy(recordOf(product, term));
  useEffect(preloadFailureDialog, []);
  const early = useEffectEvent(() => {
    if (takeEarlyPress() && product.onStock) start();
  });
  useEffect(() => early(), []);
  if (product.externalCheckoutUrl) return <Partner url={product.externalCheckoutUrl} />;
  return (
    <div>
      <Button
        block
        data-early=""
        disabled={!product.onStock}
        aria-disabled={busy || undefined}
        aria-describedby="buy-note"
        onClick={start}
      >
        {busy ? t("common.loading") : product.onStock ? t("shop.buy.button") : t("shop.soldOut.tag")}
      </Button>
      <p id="buy-note" className={styles.note}>
        {product.onStock ? t("shop.buy.note") : t("shop.soldOut.text", { name: product.name })}
      </p>
      <noscript>
        <p className={styles.note}>{t("shop.buy.noScript", { phone: brand.phone })}</p>
      </noscript>
      {failure && (
        <Suspense fallback={null}>
          <BuyFailure failure={failure} onClose={dismiss} onRetry={start} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Loads the failure dialog after two seconds, before the connection can be lost. The checkout needs most of its code
 * anyway.
 */
function preloadFailureDialog(): () => void {
  const timer = setTimeout(() => void loadFailure().catch(() => undefined), 2_000);
  return () => clearTimeout(timer);
}

/** A link to the partner's shop that names its host. */
function Partner({ url }: { readonly url: string }) {
  const t = useTranslations("shop.buy");
  const host = URL.canParse(url) ? new URL(url).host : url;
  return (
    <div>
      <LinkButton block href={url} target="_blank" rel="noopener noreferrer" aria-describedby="buy-note">
        {t("partner")}
      </LinkButton>
      <p id="buy-note" className={styles.note}>
        {t("partnerNote", { host })}
      </p>
    </div>
  );
}
