import { useTranslations } from "use-intl";
import { paymentBrands, type PaymentWay } from "#core/payment/payment-brands.ts";
import { waysOf } from "#core/payment/payment-ways.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { ChoiceCard, ChoiceGrid } from "#web/kit/ChoiceCard.tsx";
import { BrandMarks } from "./BrandMarks.tsx";

type Props = { readonly chosen: PaymentWay; readonly onChoose: (way: PaymentWay) => void };

/**
 * The choice of the payment method, if the payment form is in the page and there are several methods. Otherwise only
 * the brand names, because the provider's page offers the choice. Renders nothing if only the provider knows the
 * brands.
 */
export function WayChoice({ chosen, onChoose }: Props) {
  const t = useTranslations("payment");
  const { offers } = usePage();
  const ways = waysOf(offers.brands);
  const brands = paymentBrands(offers.brands);
  if (brands.length === 0) return null;
  const choice = offers.choosesWay;
  return (
    <Section title={t(choice ? "ways" : "with")}>
      {choice ? (
        <ChoiceGrid>
          {ways.map(({ way, brands: its }) => (
            <ChoiceCard
              key={way}
              type="radio"
              name="way"
              value={way}
              title={t(`way.${way}`)}
              text={<BrandMarks brands={its} />}
              checked={way === chosen}
              onChange={() => onChoose(way)}
            />
          ))}
        </ChoiceGrid>
      ) : (
        <BrandMarks brands={brands} />
      )}
    </Section>
  );
}
