import { toChf } from "#core/money/money.ts";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { chf } from "#web/money/amounts.ts";
import { readLines } from "#web/checkout/summary/lines.ts";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import type { CheckoutAnswer, CheckoutRecord } from "#web/session/draft.ts";
import { BonusSection } from "./bonus-section.ts";
import { BundlesSection } from "./BundlesSection.tsx";
import { LimitSection } from "./LimitSection.tsx";
import type { Lists } from "./lists.ts";

type Props = {
  readonly record: CheckoutRecord;
  readonly answer: CheckoutAnswer;
  readonly lists: Lists;
  readonly bonusMissing: boolean;
};

/** The options of a mobile tariff: limit, bundles, insurance for a device, bonus. */
export function MobileConfiguration({ record, answer, lists, bonusMissing }: Props) {
  const t = useTranslations("checkout");
  const { change } = useCheckoutStore();
  const { device } = readLines(answer);
  return (
    <>
      {answer.postpaid && <LimitSection limit={record.limit ?? 0} />}
      <BundlesSection bundles={lists.bundles} chosen={record.bundles ?? []} />
      {device && (
        <Section title={t("insurance.title")} hint={t("insurance.hint")}>
          <ChoiceCard
            type="checkbox"
            name="insurance"
            title={t("insurance.choice", { device: device.name })}
            text={device.insuranceTerms ? `${t("insurance.text")} ${device.insuranceTerms}.` : t("insurance.text")}
            price={chf(device.insurancePrice ?? toChf(0))}
            checked={Boolean(record.insurance)}
            onChange={(event) => {
              const insurance = event.currentTarget.checked ? 1 : 0;
              void change((old) => ({ ...old, insurance }));
            }}
          />
        </Section>
      )}
      <Suspense>
        <BonusSection record={record} options={lists.options} missing={bonusMissing} />
      </Suspense>
    </>
  );
}
