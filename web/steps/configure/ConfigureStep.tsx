import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";
import { usePage } from "#web/app/page-context.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/store.tsx";
import { flowOf } from "#web/checkout/state/flow.ts";
import { useSoldOut } from "#web/checkout/sold-out.ts";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { PartLoading } from "#web/checkout/loading/PartLoading.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import type { Failure } from "#web/api/failure.ts";
import { useLists, type Bundle } from "./lists.ts";
import { BonusSection } from "./bonus-section.ts";
import { MobileConfiguration } from "./MobileConfiguration.tsx";
import { PackageSection } from "./PackageSection.tsx";
import { fromChf } from "#core/money/money.ts";
import type { Arm } from "#core/checkout-record/experiments.ts";

// Loaded separately, because most shoppers buy a mobile tariff.
const TvConfiguration = lazyWithTexts(["tv"], () => import("./TvConfiguration.tsx"));

/** Step 1: the chosen tariff or device and its options. Each change is priced immediately (specification 2 and 4). */
export default function ConfigureStep() {
  const t = useTranslations("checkout");
  const { summaryStep } = usePage();
  const prepared = usePrepare("1");
  const state = useCheckout();
  const lists = useLists(state.record);
  const store = useCheckoutStore();
  const busy = useBusy();
  const showFailure = useShowFailure();
  const { leave } = useNavigation();
  const [bonusMissing, setBonusMissing] = useState(false);
  const { record, answer, failure } = state;
  const soldOut = prepared !== null && prepared.onStock <= 0;
  const endSoldOut = useEffectEvent(useSoldOut());
  useEffect(() => {
    if (soldOut) endSoldOut();
  }, [soldOut]);
  const ready = prepared !== null && answer !== null && lists !== null && !soldOut;

  const needsTv = Boolean(record?.bonus) && !record?.tv_tariff;
  const { family } = flowOf(record, answer);
  // Loaded in parallel with the lists, so that the step renders as a whole.
  useEffect(() => {
    if (family === "tv") TvConfiguration.preload();
    else BonusSection.preload();
  }, [family]);
  const told = useRef<Failure | null>(failure);
  const tell = useEffectEvent((undone: Failure) => {
    // In a dialog, because the option that jumps back can be far from the top of the step. Without prices nothing was
    // changed here; the summary says itself that it could not be priced.
    if (answer !== null || undone.kind === "page") void showFailure(undone, "undone");
  });
  useEffect(() => {
    if (failure && failure !== told.current) tell(failure);
    told.current = failure;
  }, [failure]);

  const submit = async () => {
    if (!ready) return;
    setBonusMissing(needsTv);
    if (needsTv) return;
    await busy.once(async () => {
      if ((await store.settle()) === null) leave("1", summaryStep === "show" ? "2" : "3");
    });
  };

  // The prepared data contains the arms of the experiments. Rendering waits for them, so that nothing moves or changes
  // its wording later.
  if (!record || !answer || !lists || !prepared) return answer && <PartLoading />;
  const { arms } = prepared;
  const inOrder = { ...lists, bundles: inCardOrder(lists.bundles, arms?.bundleOrder ?? "A") };
  return (
    <StepForm
      label={t(summaryStep === "show" ? "continue" : "steps.1.go")}
      note={t("nothingYet")}
      enabled={ready}
      onSubmit={submit}
    >
      <PackageSection answer={answer} presentation={lists.presentation} arm={arms?.priceWords ?? "A"} />
      {family === "mobile" ? (
        <MobileConfiguration record={record} answer={answer} lists={inOrder} bonusMissing={bonusMissing && needsTv} />
      ) : (
        <Suspense fallback={<PartLoading />}>
          <TvConfiguration record={record} lists={inOrder} prices={prepared} />
        </Suspense>
      )}
    </StepForm>
  );
}

/**
 * Returns the bundles in the order of their cards. Arm A uses the catalogue's order; in arm B, the cheapest comes
 * first.
 */
export function inCardOrder(bundles: readonly Bundle[], arm: Arm): readonly Bundle[] {
  return arm === "A"
    ? bundles
    : bundles.toSorted(
        (one, other) => fromChf(one.total) - fromChf(other.total) || fromChf(one.oneTime) - fromChf(other.oneTime),
      );
}
