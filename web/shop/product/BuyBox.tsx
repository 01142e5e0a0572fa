import { useTranslations } from "use-intl";
import type { BuyFailure } from "#contract/page.ts";
import { usePage } from "#web/app/page-context.tsx";
import { chf } from "#web/money/amounts.ts";
import { productPath, type Choice, type Product } from "../products.ts";
import { Buy } from "./Buy.tsx";
import { BuyNotice } from "./BuyNotice.tsx";
import { ChosenPrice } from "./ChosenPrice.tsx";
import { ofChoice } from "./choice-style.ts";
import { FailureDialog } from "./FailureDialog.tsx";
import { TermChoice } from "./TermChoice.tsx";
import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./BuyBox.module.css";

type Props = {
  readonly product: Product;
  readonly choices: readonly Choice[];
  readonly failure: BuyFailure | undefined;
};

/**
 * Price, term and buy button: a form that begins a checkout and leads to it (`server/pages/buying.ts`). `buy-script.ts` does the same
 * without leaving the page before there is a checkout.
 */
export function BuyBox({ product, choices, failure }: Props) {
  const t = useTranslations();
  const { locale } = usePage();
  const { tariff } = product;
  const total = ({ term }: Choice) => chf((term ?? product).price + (tariff?.price ?? 0));
  return (
    <aside className={styles.box} aria-label={t("shop.buy.label", { name: product.name })}>
      {failure && <BuyNotice failure={failure} name={product.name} />}
      <form method="post" action={productPath(locale, product)} data-buy="">
        {choices.map((choice) => (
          <div key={choice.id} {...ofChoice(choice)}>
            <ChosenPrice product={product} term={choice.term} total={total(choice)} />
          </div>
        ))}
        <TermChoice product={product} choices={choices} />
        <dl className={styles.costs}>
          {product.oneTime > 0 && (
            <div>
              <dt>{t("shop.buy.once")}</dt>
              <dd>{chf(product.oneTime)}</dd>
            </div>
          )}
          <div>
            <dt>{t("shop.buy.now")}</dt>
            <dd>{chf(product.priceNow)}</dd>
          </div>
        </dl>
        <Buy product={product} />
      </form>
      <output className={hidden.visuallyHidden}>
        {choices.map((choice) => (
          <span key={choice.id} {...ofChoice(choice)}>
            {t("shop.buy.announce", { price: total(choice) })}
          </span>
        ))}
      </output>
      <FailureDialog />
    </aside>
  );
}
