import { fromChf, toChf, type Chf } from "#core/money/money.ts";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { BOX_CODES, type BoxCode } from "#core/catalogue/codes.ts";
import { toggleBox } from "#core/checkout-record/set-top-boxes.ts";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { chf } from "#web/money/amounts.ts";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { ChoiceCard, ChoiceGrid } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import type { CheckoutRecord } from "#web/session/draft.ts";
import type { Lists } from "./lists.ts";

type Props = {
  readonly record: CheckoutRecord;
  /** Codes of the boxes that the tariff includes. They are ticked automatically and cannot be removed. */
  readonly included: readonly string[];
  /** The period that is paid in advance, as text; null if boxes are billed monthly. */
  readonly inAdvance: string | null;
  /** The boxes with their one-time prices. */
  readonly costs: Lists["boxes"];
  /** Monthly prices of the first and the second box. */
  readonly prices: readonly [Chf, Chf];
};

const AUTO_CHECK_DELAY_MS = 500;

/** Up to two set-top boxes; the second needs the first. */
export function BoxesSection({ record, included, inAdvance, costs, prices }: Props) {
  const t = useTranslations("tv.boxes");
  const { change } = useCheckoutStore();
  const [refused, setRefused] = useState(false);
  const boxes = boxesOf(record);
  const missing = BOX_CODES.find((code) => included.includes(code) && !boxes.includes(code));
  const onceOf = (code: BoxCode) => costs.find((box) => box.code === code)?.oneTime;
  const textOf = (code: BoxCode) => {
    const once = onceOf(code);
    return [
      inAdvance ? t("inAdvance", { duration: inAdvance }) : t(`${code}Text`),
      once !== undefined && fromChf(once) > 0 && t("once", { amount: chf(once) }),
    ]
      .filter(Boolean)
      .join(" ");
  };
  useEffect(() => {
    if (!missing) return;
    const timer = setTimeout(() => void change((old) => withBox(old, missing, true)), AUTO_CHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [missing, change]);

  return (
    <Section title={t("title")} hint={t("hint")}>
      <ChoiceGrid>
        {BOX_CODES.map((code, index) => {
          const fixed = included.includes(code);
          return (
            <ChoiceCard
              key={code}
              type="checkbox"
              name={code}
              title={t(code)}
              text={fixed ? t("included") : textOf(code)}
              price={fixed ? t("free") : chf(prices[index] ?? toChf(0))}
              checked={boxes.includes(code)}
              disabled={fixed}
              onChange={(event) => {
                const on = event.currentTarget.checked;
                const possible = toggleBox(boxes, code, on).includes(code) === on;
                setRefused(!possible);
                if (possible) void change((old) => withBox(old, code, on));
              }}
            />
          );
        })}
      </ChoiceGrid>
      <div aria-live="polite">{refused && <FieldError>{t("needsFirst")}</FieldError>}</div>
    </Section>
  );
}

function boxesOf(record: CheckoutRecord): BoxCode[] {
  return BOX_CODES.filter((code) => record.tv_device?.includes(code));
}

/**
 * Adds or removes a box according to the rules in `core`. The record's type depends on whether any box is left
 * (specification 4).
 */
function withBox(record: CheckoutRecord, box: BoxCode, on: boolean): CheckoutRecord {
  const { tv_device: _, ...rest } = record;
  const boxes = toggleBox(boxesOf(record), box, on);
  return boxes.length > 0 ? { ...rest, type: "Tv Device", tv_device: boxes } : { ...rest, type: "TV Tariff" };
}
