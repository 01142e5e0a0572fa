import { useState } from "react";
import { useTranslations } from "use-intl";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { eur } from "#web/money/amounts.ts";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { Carousel } from "#web/kit/Carousel.tsx";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import type { CheckoutRecord } from "#web/session/draft.ts";
import type { Lists } from "./lists.ts";
import styles from "./configure.module.css";

type Props = {
  readonly record: CheckoutRecord;
  readonly options: Lists["options"];
  /**
   * The shopper tried to continue without the required TV choice. This can only happen if the record comes from another
   * source.
   */
  readonly missing: boolean;
};

/** The bonus. Ticking it chooses the first TV option; then the shopper can choose another one (specification 4). */
export default function BonusSection({ record, options, missing }: Props) {
  const t = useTranslations();
  const { change } = useCheckoutStore();
  const on = Boolean(record.bonus);
  // "No TV" removes the bonus and leaves the list open, so that the shopper can still choose.
  const [open, setOpen] = useState(on);
  if (options.length === 0) return null;
  /** Returns a text with the only difference between the offers besides their channels: how long they are free. */
  const includedFor = (count: number) =>
    `${t("watch.bonus.free")} ${t("checkout.forMonths", { months: t("common.months", { count }) })}`;
  return (
    <Section id="bonus" title={t("checkout.bonus.title")} hint={t("watch.bonus.hint")}>
      <ChoiceCard
        type="checkbox"
        name="bonus"
        title={t("watch.bonus.switch")}
        text={t("watch.bonus.text")}
        price={t("watch.bonus.free")}
        checked={on}
        onChange={(event) => {
          const next = event.currentTarget.checked;
          setOpen(next);
          void change((old) => (next ? withBonusTv(old, firstOf(options)) : withoutBonus(old)));
        }}
      />
      {open && (
        <div className={styles.below}>
          <Carousel label={t("watch.bonus.options")} previous={t("common.previous")} next={t("common.next")}>
            {options.map((option) => (
              <ChoiceCard
                key={`${option.code}-${option.duration ?? 0}`}
                type="radio"
                name="bonus-tv"
                title={option.name}
                text={option.duration ? includedFor(option.duration) : t("watch.bonus.none")}
                price={
                  option.priceEur === undefined ? undefined : t("watch.bonus.worth", { amount: eur(option.priceEur) })
                }
                checked={
                  (record.tv_tariff ?? "") === option.code &&
                  (option.code === "" || record.tv_duration === option.duration)
                }
                onChange={() => void change((old) => (option.code ? withBonusTv(old, option) : withoutBonus(old)))}
              />
            ))}
          </Carousel>
          {missing && <FieldError>{t("watch.messages.errorNotPickedChosenTv")}</FieldError>}
        </div>
      )}
    </Section>
  );
}

type Option = { readonly code: string; readonly duration?: number | undefined };

/** Returns the first TV option; ticking the bonus chooses it. */
function firstOf(options: readonly Option[]): Option {
  return options.find(({ code }) => code !== "") ?? { code: "" };
}

function withBonusTv(record: CheckoutRecord, { code, duration }: Option): CheckoutRecord {
  return { ...record, bonus: 1, tv_tariff: code, tv_duration: duration ?? null };
}

function withoutBonus(record: CheckoutRecord): CheckoutRecord {
  const { tv_tariff: _, tv_duration: __, ...rest } = record;
  return { ...rest, bonus: 0 };
}
