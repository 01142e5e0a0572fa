import { toChf } from "#core/money/money.ts";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { DEFAULT_TV_DURATION } from "#core/catalogue/codes.ts";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/store.tsx";
import { minimumTermOf, readLines } from "#web/checkout/summary/lines.ts";
import { chf } from "#web/money/amounts.ts";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { Carousel } from "#web/kit/Carousel.tsx";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { Segmented } from "#web/kit/Segmented.tsx";
import type { CheckoutRecord } from "#web/session/draft.ts";
import { BoxesSection } from "./BoxesSection.tsx";
import { BundlesSection } from "./BundlesSection.tsx";
import type { Lists } from "./lists.ts";

type Props = {
  readonly record: CheckoutRecord;
  readonly lists: Lists;
  readonly prices: PrepareAnswers["1"];
};

/** The options of a TV tariff: tariff, duration, set-top boxes, bundles. */
export default function TvConfiguration({ record, lists, prices }: Props) {
  const t = useTranslations();
  const { change } = useCheckoutStore();
  const { options } = lists;
  const { answer } = useCheckout();
  const lines = readLines(answer);
  const { tariff, included } = lines;
  // Prepaid TV has a fixed duration and can include boxes.
  const fixed = tariff?.postpaid === false;
  const duration = (fixed ? tariff.tvDuration : record.tv_duration) ?? DEFAULT_TV_DURATION;
  const durationText = t("common.months", { count: duration });
  const title = t(fixed ? "tv.duration" : "tv.priceDuration");
  const durations = [
    ...new Set(
      options
        .filter((option) => option.code === record.tv_tariff)
        .map((option) => option.duration ?? DEFAULT_TV_DURATION),
    ),
  ].sort((a, b) => a - b);
  const months = minimumTermOf(lines);
  const minimum = months ? `${t("checkout.minimumTerm", { months: t("common.months", { count: months }) })}.` : "";
  const tariffs = options.filter((option) => option.duration === duration);
  return (
    <>
      {tariffs.length > 1 && (
        <Section title={t("tv.tariff")}>
          <Carousel label={t("tv.tariff")} previous={t("common.previous")} next={t("common.next")}>
            {tariffs.map((option) => (
              <ChoiceCard
                key={option.code}
                type="radio"
                name="tv-tariff"
                title={option.name}
                text={durationText}
                price={chf(option.price ?? toChf(0))}
                checked={record.tv_tariff === option.code}
                onChange={() => void change((old) => ({ ...old, tv_tariff: option.code }))}
              />
            ))}
          </Carousel>
        </Section>
      )}
      <Section
        title={title}
        hint={fixed ? t("tv.fixed", { duration: durationText }) : [t("tv.durationHint"), minimum].join(" ")}
      >
        {durations.length > 0 && (
          <Segmented
            name="tv-duration"
            label={title}
            options={durations.map((months) => ({
              value: String(months),
              label: t("common.months", { count: months }),
            }))}
            value={String(duration)}
            disabled={fixed}
            onChange={(months) => void change((old) => ({ ...old, tv_duration: Number(months) }))}
          />
        )}
      </Section>
      <BoxesSection
        record={record}
        included={included}
        inAdvance={fixed ? durationText : null}
        costs={lists.boxes}
        prices={[prices.stb, prices.stb2]}
      />
      <BundlesSection bundles={lists.bundles} inAdvance={fixed ? durationText : null} chosen={record.bundles ?? []} />
    </>
  );
}
