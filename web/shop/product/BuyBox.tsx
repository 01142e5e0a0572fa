import { useTranslations } from "use-intl";
import type { BuyFailure } from "#contract/page.ts";
import { usePage } from "#web/app/page-context.tsx";
import { chf } from "#web/money/amounts.ts";
import { isPrepaid, mainPriceOf, productPath, type Card, type Choice, type Product, costsOf } from "../products.ts";
import { dayText } from "#core/time/day-text.ts";
import { toChf } from "#core/money/money.ts";
import { Phone } from "#web/art/Phone.tsx";
import { unbroken } from "#web/kit/unbroken.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { Buy, BuyNotice } from "./Buy.tsx";
import { ChosenPrice } from "./ChosenPrice.tsx";
import { ofChoice, TermChoice } from "./TermChoice.tsx";
import { FailureDialog } from "./FailureDialog.tsx";
import { QueueDialog } from "./QueueDialog.tsx";
import styles from "./BuyBox.module.css";
import { useBoxPrice, useOneTimeCosts } from "#web/shop/price-words.ts";

type Props = {
  readonly product: Product;
  readonly choices: readonly Choice[];
  /** Devices to buy instead of a sold-out one. */
  readonly instead: readonly Card[];
  readonly failure: BuyFailure | undefined;
};

/**
 * Price, term and buy button. They are a form that starts a checkout and leads to it (`server/pages/buying.ts`).
 * `buy-script.ts` replaces the submission with a call and leaves the page only once the checkout exists.
 */
export function BuyBox({ product, choices, instead, failure }: Props) {
  const t = useTranslations();
  const { locale } = usePage();
  const price = (choice: Choice) => chf(mainPriceOf(product, choice));
  return (
    <aside className={styles.box} aria-label={t("shop.buy.label", { name: product.name })}>
      {failure && <BuyNotice failure={failure} name={product.name} />}
      <form method="post" action={productPath(locale, product)} data-buy="">
        {/* Screen readers announce the price when another term is chosen. */}
        <div aria-live="polite">
          {choices.map((choice) => (
            <div key={choice.id} {...ofChoice(choice)}>
              <ChosenPrice product={product} choice={choice} />
            </div>
          ))}
        </div>
        {failure?.reason === "queued" && <input type="hidden" name="ticket" value={failure.ticket} />}
        <TermChoice product={product} choices={choices} />
        <Delivery product={product} />
        {choices.map((choice) => (
          <div key={choice.id} {...ofChoice(choice)}>
            <Costs product={product} choice={choice} />
          </div>
        ))}
        <Buy product={product}>
          {choices.map((choice) => (
            <p key={choice.id} {...ofChoice(choice)}>
              {t(isPrepaid(product) ? "shop.buy.now" : "shop.buy.monthly")}
              <b>{price(choice)}</b>
            </p>
          ))}
        </Buy>
      </form>
      {instead.length > 0 && <Instead devices={instead} />}
      <FailureDialog />
      <QueueDialog />
    </aside>
  );
}

/** Whether the product is in stock, and when it arrives. Renders nothing if nothing is sent, or a partner sells it. */
function Delivery({ product: { kind, onStock, delivery } }: { readonly product: Product }) {
  const t = useTranslations("shop.buy");
  const tag = useTranslations("shop.soldOut")("tag");
  const { locale } = usePage();
  if (!onStock) return <p className={styles.soldOut}>{tag}</p>;
  if (delivery === null) return null;
  const day = dayText(delivery, locale, "on");
  return (
    <p className={styles.delivery}>
      <Icon name="check" size={18} />
      <span>
        {kind === "device" && <strong>{t("inStock")} </strong>}
        {unbroken(t(kind === "mobile" ? "deliverySim" : "delivery", { day }))}
      </span>
    </p>
  );
}

/** Links to devices that can be bought instead. */
function Instead({ devices }: { readonly devices: readonly Card[] }) {
  const t = useTranslations("shop");
  const { locale } = usePage();
  return (
    <section className={styles.instead} aria-labelledby="instead">
      <h2 id="instead">{t("soldOut.instead")}</h2>
      <ul>
        {devices.map((device) => (
          <li key={device.code}>
            <a href={productPath(locale, device)}>
              <Phone art={device.art} className={styles.art} />
              <span>
                <strong>{device.name}</strong> {device.summary}
              </span>
              <b>{chf(device.price)}</b>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

type CostsProps = { readonly product: Product; readonly choice: Choice };

/** Lists the costs besides the monthly bill, and the total. */
function Costs({ product, choice }: CostsProps) {
  const t = useTranslations("shop");
  const boxPrice = useBoxPrice();
  const onceFor = useOneTimeCosts();
  const costs = costsOf(product, choice);
  const { priceNow, whole } = costs;
  const rows = [
    ...(isPrepaid(product) ? [] : [[t("buy.once"), onceFor(costs)] as const]),
    ...(product.delivery && product.onStock ? [[t("buy.shipping"), chf(toChf(0))] as const] : []),
    [t("buy.now"), chf(priceNow)] as const,
    ...(whole ? [[t("buy.whole", { count: whole.months }), chf(whole.total)] as const] : []),
    // The total above does not include an optional box.
    ...(product.box ? [[t("facts.box"), boxPrice(product.box)] as const] : []),
  ];
  return (
    <dl className={styles.costs}>
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
