import styles from "./Buy.module.css";
import { fromChf } from "#core/money/money.ts";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { PaymentMark } from "#web/art/PaymentMark.tsx";
import hidden from "#web/kit/visually-hidden.module.css";
import { brandsText, paymentBrands } from "#core/payment/payment-brands.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { isPrepaid, type Product } from "../products.ts";
import type { BuyFailure } from "#contract/page.ts";
import { waitingFor } from "#core/time/time-to-wait.ts";
import { Alert } from "#web/kit/Alert.tsx";

type Props = {
  readonly product: Product;
  /** The price next to the button, for narrow screens. */
  readonly children: ReactNode;
};

/**
 * The buy button, in a bottom bar on narrow screens. If a partner sells the product, it is a link; if the product is
 * sold out, it is disabled.
 */
export function Buy({ product, children }: Props) {
  const t = useTranslations();
  const { brand } = usePage();
  const { onStock, name, externalCheckoutUrl } = product;
  return (
    <div>
      <div className={styles.bar}>
        {onStock && <div className={styles.price}>{children}</div>}
        {externalCheckoutUrl ? (
          <LinkButton
            block
            href={externalCheckoutUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-describedby="buy-note"
          >
            {t("shop.buy.partner")}
          </LinkButton>
        ) : (
          <Button
            type="submit"
            block
            disabled={!onStock}
            aria-describedby="buy-note"
            data-busy={t("common.loading")}
            data-resume={t("shop.buy.queue.resume")}
          >
            {onStock ? t("shop.buy.button") : t("shop.soldOut.tag")}
          </Button>
        )}
      </div>
      <p id="buy-note" className={styles.note}>
        {externalCheckoutUrl
          ? t("shop.buy.partnerNote", { host: hostOf(externalCheckoutUrl) })
          : onStock
            ? t("shop.buy.note")
            : t("shop.soldOut.text", { name })}
      </p>
      {onStock && externalCheckoutUrl === null && <Payment product={product} />}
      <noscript>
        <p className={styles.note}>{t("shop.buy.noScript", { phone: brand.phone })}</p>
      </noscript>
    </div>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** How the product is paid: by bill, now with the pictures of the payment brands, or both. */
function Payment({ product: { group, priceNow } }: { readonly product: Product }) {
  const t = useTranslations("shop.buy");
  const { offers, locale } = usePage();
  const brands = fromChf(priceNow) > 0 ? paymentBrands(offers.brands) : [];
  return (
    <>
      {!isPrepaid({ group }) && <p className={styles.note}>{t("payBill")}</p>}
      {brands.length > 0 && (
        <p className={styles.marks}>
          <span className={hidden.visuallyHidden}>{t("payNow", { ways: brandsText(offers.brands, locale) })}</span>
          {brands.map(({ code }) => (
            <PaymentMark key={code} code={code} />
          ))}
        </p>
      )}
    </>
  );
}

type NoticeProps = { readonly failure: BuyFailure; readonly name: string };

/** Explains why the form could not start a checkout. */
export function BuyNotice({ failure, name }: NoticeProps) {
  const t = useTranslations();
  return (
    <div className={styles.notice}>
      <Alert tone="warn" title={t(failure.reason === "queued" ? "shop.buy.queue.title" : "common.messages.title")}>
        {failure.reason === "tooMany"
          ? t("shop.buy.failed.tooMany", { ...waitingFor(failure.retryAfter) })
          : t(`shop.buy.failed.${failure.reason}`, { name, message: "message" in failure ? failure.message : "" })}
      </Alert>
    </div>
  );
}
