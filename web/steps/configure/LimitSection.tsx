import { inChf, fromChf } from "#core/money/money.ts";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { LIMIT } from "#core/catalogue/codes.ts";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { ChoiceCard, ChoiceGrid } from "#web/kit/ChoiceCard.tsx";
import { Slider } from "#web/kit/Slider.tsx";
import type { CheckoutRecord } from "#web/session/draft.ts";
import styles from "./configure.module.css";

const TICKS = [LIMIT.min, 100, 200, LIMIT.max] as const;

/** The optional credit limit. Moving the slider sets it after 500 ms (specification 4). */
export function LimitSection({ limit }: { readonly limit: number }) {
  const t = useTranslations("checkout.limit");
  const { change, changeSoon } = useCheckoutStore();
  const [shown, setShown] = useState(limit || LIMIT.default);
  const set = (value: number) => void change((record) => withLimit(record, value));
  return (
    <Section title={t("title")} hint={t("hint")}>
      <ChoiceGrid>
        <ChoiceCard
          type="checkbox"
          name="limit"
          title={t("set")}
          text={t("setText")}
          checked={limit > 0}
          onChange={(event) => set(event.currentTarget.checked ? shown : 0)}
        />
        <ChoiceCard
          type="checkbox"
          name="noLimit"
          title={t("none")}
          text={t("noneText")}
          checked={limit === 0}
          onChange={(event) => set(event.currentTarget.checked ? 0 : shown)}
        />
      </ChoiceGrid>
      <div className={styles.slider}>
        <Slider
          id="limit-value"
          label={t("title")}
          min={LIMIT.min}
          max={LIMIT.max}
          ticks={TICKS}
          value={shown}
          resting={limit === 0}
          valueText={limit === 0 ? t("none") : inChf(fromChf(shown))}
          onChange={(value) => {
            setShown(value);
            changeSoon((record) => withLimit(record, value));
          }}
        />
      </div>
      <p className={styles.rest} data-on={limit === 0}>
        {t("rest")}
      </p>
    </Section>
  );
}

/** Sets the limit in CHF; 0 removes it from the record (specification 4). */
function withLimit(record: CheckoutRecord, value: number): CheckoutRecord {
  const { limit: _, ...rest } = record;
  return value > 0 ? { ...rest, limit: value } : rest;
}
