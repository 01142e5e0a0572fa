import { fromChf } from "#core/money/money.ts";
import { useTranslations } from "use-intl";
import type { BuyFailure, LinkOffer } from "#contract/page.ts";
import { usePage } from "#web/app/page-context.tsx";
import { rowsOf } from "#web/checkout/summary/rows.ts";
import { chf } from "#web/money/amounts.ts";
import { Buy, BuyNotice } from "../product/Buy.tsx";
import { FailureDialog } from "../product/FailureDialog.tsx";
import { QueueDialog } from "../product/QueueDialog.tsx";
import { productPath, type Product } from "../products.ts";
import textStyles from "../text/text.module.css";
import styles from "./LinkPage.module.css";

type Props = {
  readonly product: Product;
  readonly offer: LinkOffer;
  readonly failure: BuyFailure | undefined;
};

/**
 * What a permalink buys, with its price. Its form starts the checkout (`server/pages/permalink`). `link-script.ts`
 * sends it at once, unless the shopper has something to decide.
 */
export function LinkPage({ product, offer, failure }: Props) {
  const t = useTranslations();
  const { locale } = usePage();
  const { onStock, externalCheckoutUrl, name } = product;
  const follows = !failure && onStock && externalCheckoutUrl === null;
  const sums = sumsOf(offer);
  const [main] = sums;
  return (
    <div className={styles.page}>
      <h1 className={textStyles.title}>{t("shop.link.title")}</h1>
      <p className={styles.lead}>{t("shop.link.lead")}</p>
      {failure && <BuyNotice failure={failure} name={name} />}
      <form className={styles.box} method="post" data-buy="" data-link={follows ? "follow" : ""}>
        <p className={styles.started} role="status" hidden data-started="">
          {t("shop.link.started")}
        </p>
        <ul className={styles.rows}>
          {rowsOf(offer, t).map((row) => (
            <li key={row.key}>
              <span>
                {row.name}
                {row.notes.map((note) => (
                  <small key={note}>{note}</small>
                ))}
              </span>
              <b>{row.price}</b>
            </li>
          ))}
        </ul>
        <dl className={styles.sums}>
          {sums.map(({ text, amount }) => (
            <div key={text}>
              <dt>{t(`shop.buy.${text}`)}</dt>
              <dd>{chf(amount)}</dd>
            </div>
          ))}
          {offer.whole && (
            <div>
              <dt>{t("shop.buy.whole", { count: offer.whole.months })}</dt>
              <dd>{chf(offer.whole.total)}</dd>
            </div>
          )}
        </dl>
        <input type="hidden" name="record" value={JSON.stringify(offer.record)} />
        <input type="hidden" name="source" value={offer.source} />
        {failure?.reason === "queued" && <input type="hidden" name="ticket" value={failure.ticket} />}
        <Buy product={{ ...product, priceNow: offer.total }}>
          <p>
            {t(`shop.buy.${main.text}`)}
            <b>{chf(main.amount)}</b>
          </p>
        </Buy>
      </form>
      <p className={styles.product}>
        <a href={productPath(locale, product)}>{t("shop.link.product", { name })}</a>
      </p>
      <FailureDialog />
      <QueueDialog />
    </div>
  );
}

/** Returns the totals of an offer, the most important one first. Sums that are nothing and never due are left out. */
function sumsOf({ postpaid, billing, oneTime, total }: LinkOffer) {
  const monthly = { text: "monthly", amount: billing } as const;
  const now = { text: "now", amount: total } as const;
  if (postpaid) return [monthly, { text: "once", amount: oneTime } as const, now] as const;
  return [now, ...(fromChf(billing) > 0 ? [monthly] : [])] as const;
}
