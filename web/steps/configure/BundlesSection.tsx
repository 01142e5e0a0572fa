import { fromChf } from "#core/money/money.ts";
import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { chf } from "#web/money/amounts.ts";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { Carousel } from "#web/kit/Carousel.tsx";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import type { CheckoutRecord } from "#web/session/draft.ts";
import type { Bundle } from "./lists.ts";

type Props = {
  readonly bundles: readonly Bundle[];
  /** The period that is paid in advance, as text; null if bundles are billed monthly. */
  readonly inAdvance?: string | null;
  readonly chosen: readonly string[];
};

/** The bundles, as checkboxes. */
export function BundlesSection({ bundles, inAdvance, chosen }: Props) {
  const t = useTranslations("checkout.bundles");
  const tCommon = useTranslations("common");
  const { noticeDays } = usePage().brand;
  const { change } = useCheckoutStore();
  if (bundles.length === 0) return null;
  return (
    <Section
      title={t("title")}
      hint={inAdvance ? t("hintInAdvance", { duration: inAdvance }) : t("hint", { days: noticeDays })}
    >
      <Carousel label={t("title")} previous={tCommon("previous")} next={tCommon("next")}>
        {bundles.map((bundle) => (
          <ChoiceCard
            key={bundle.code}
            type="checkbox"
            name={`bundle-${bundle.code}`}
            title={bundle.name}
            text={
              fromChf(bundle.oneTime) > 0
                ? `${bundle.description} · ${t("once", { amount: chf(bundle.oneTime) })}`
                : bundle.description
            }
            price={chf(bundle.total)}
            checked={chosen.includes(bundle.code)}
            onChange={(event) => {
              const on = event.currentTarget.checked;
              void change((record) => withBundle(record, bundle.code, on));
            }}
          />
        ))}
      </Carousel>
    </Section>
  );
}

/** Adds or removes a bundle. If none is left, `addon_type` is removed too (specification 4). */
function withBundle(record: CheckoutRecord, code: string, on: boolean): CheckoutRecord {
  const { bundles, addon_type: _, ...rest } = record;
  const next = on ? [...(bundles ?? []), code] : (bundles ?? []).filter((each) => each !== code);
  return next.length > 0 ? { ...rest, bundles: next, addon_type: "Bundle" } : rest;
}
