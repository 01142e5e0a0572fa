import { useTranslations } from "use-intl";
import { useCheckoutStore } from "#web/checkout/state/CheckoutProvider.tsx";
import { eur } from "#web/money/amounts.ts";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { Carousel } from "#web/kit/Carousel.tsx";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import type { CheckoutRecord } from "#web/session/draft.ts";
import { useCarouselLabels, type Lists } from "./lists.ts";
import styles from "./configure.module.css";

type Props = {
  readonly record: CheckoutRecord;
  readonly options: Lists["options"];
  /** The shopper tried to continue without the required choice. */
  readonly missing: boolean;
};

/** The bonus: switched on, then a TV option is chosen (specification 4). */
export function BonusSection({ record, options, missing }: Props) {
  const t = useTranslations();
  const labels = useCarouselLabels();
  const { change } = useCheckoutStore();
  const on = Boolean(record.bonus);
  if (options.length === 0) return null;
  return (
    <Section id="bonus" title={t("checkout.bonus.title")} hint={t("checkout.bonus.hint")}>
      <ChoiceCard
        type="checkbox"
        name="bonus"
        title={t("checkout.bonus.switch")}
        text={t("checkout.bonus.text")}
        price={t("checkout.bonus.free")}
        checked={on}
        onChange={(event) => {
          const next = event.currentTarget.checked;
          void change((old) => withBonus(old, next));
        }}
      />
      {on && (
        <div className={styles.below}>
          <Carousel label={t("checkout.bonus.options")} {...labels}>
            {options.map((option) => (
              <ChoiceCard
                key={`${option.code}-${option.duration ?? 0}`}
                type="radio"
                name="bonus-tv"
                title={option.name}
                text={option.duration ? t("common.months", { count: option.duration }) : t("checkout.bonus.none")}
                price={
                  option.priceEur === undefined
                    ? undefined
                    : t("checkout.bonus.worth", { amount: eur(option.priceEur) })
                }
                checked={
                  (record.tv_tariff ?? "") === option.code &&
                  (option.code === "" || record.tv_duration === option.duration)
                }
                onChange={() => void change((old) => withBonusTv(old, option))}
              />
            ))}
          </Carousel>
          {missing && <FieldError>{t("checkout.messages.errorNotPickedChosenTv")}</FieldError>}
        </div>
      )}
    </Section>
  );
}

/** Switches the bonus; off clears the chosen TV option. */
function withBonus(record: CheckoutRecord, on: boolean): CheckoutRecord {
  const { tv_tariff: _, tv_duration: __, ...rest } = record;
  return on ? { ...record, bonus: 1 } : { ...rest, bonus: 0 };
}

/** Chooses a TV option; "no TV" has an empty code and removes the choice. */
function withBonusTv(
  record: CheckoutRecord,
  option: { readonly code: string; readonly duration?: number | undefined },
): CheckoutRecord {
  const { tv_tariff: _, tv_duration: __, ...rest } = record;
  return option.code ? { ...rest, tv_tariff: option.code, tv_duration: option.duration ?? null } : rest;
}
