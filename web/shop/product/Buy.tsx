import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import type { Product } from "../products.ts";
import styles from "./Buy.module.css";

/** The buy button; a link for a product that a partner sells; disabled if sold out. */
export function Buy({ product }: { readonly product: Product }) {
  const t = useTranslations();
  const { brand } = usePage();
  if (product.externalCheckoutUrl) return <Partner url={product.externalCheckoutUrl} />;
  return (
    <div>
      <Button
        type="submit"
        block
        disabled={!product.onStock}
        aria-describedby="buy-note"
        data-busy={t("common.loading")}
      >
        {product.onStock ? t("shop.buy.button") : t("shop.soldOut.tag")}
      </Button>
      <p id="buy-note" className={styles.note}>
        {product.onStock ? t("shop.buy.note") : t("shop.soldOut.text", { name: product.name })}
      </p>
      <noscript>
        <p className={styles.note}>{t("shop.buy.noScript", { phone: brand.phone })}</p>
      </noscript>
    </div>
  );
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
