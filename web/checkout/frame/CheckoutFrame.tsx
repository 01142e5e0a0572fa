import styles from "./CheckoutFrame.module.css";
import { Suspense, useEffect, useRef, type ComponentType, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import type { CheckoutPage } from "#core/steps/steps.ts";
import { usePage } from "#web/app/page-context.tsx";
import { OrderSummary } from "#web/checkout/summary/OrderSummary.tsx";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { flowOf, pageAfter } from "#web/checkout/state/flow.ts";
import { useRepriced } from "#web/checkout/loading/use-repriced.ts";
import { whenIdle } from "#web/kit/when-idle.ts";
import { PartLoading } from "#web/checkout/loading/PartLoading.tsx";
import { RetryBoundary } from "#web/checkout/loading/RetryBoundary.tsx";
import { StepLines } from "./StepLines.tsx";
import { StepColumn } from "./StepColumn.tsx";
import { StepProgress } from "./StepProgress.tsx";
import { STEP_FRAME } from "./steps-shown.ts";
import { subscribeToNetwork } from "#web/checkout/state/continue.tsx";

type Props = {
  readonly page: CheckoutPage;
  readonly Step: ComponentType;
  /** Loads another page's code in advance. */
  readonly preload: (page: CheckoutPage) => void;
};

/** A page of the checkout: heading, column of steps with the current step open, and order summary. */
export function CheckoutFrame({ page, Step, preload }: Props) {
  const t = useTranslations();
  const { brand } = usePage();
  const { layout, minHeight } = STEP_FRAME[page];
  const { record, answer, business } = useCheckout();
  const heading = useRef<HTMLHeadingElement>(null);
  const alone = useRef<HTMLDivElement>(null);
  const title = t(`checkout.steps.${page}.heading`);

  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title, brand.name]);
  const flow = flowOf(record, answer, business);
  const next = pageAfter(page, flow);
  useEffect(() => (next === null ? undefined : whenIdle(() => preload(next))), [next, preload]);
  useEffect(() => {
    scrollTo({ top: 0, behavior: "instant" });
    (heading.current ?? alone.current)?.focus({ preventScroll: true });
  }, [page]);

  const step = (
    <div style={{ minHeight }}>
      <RetryBoundary label={t(`checkout.steps.${page}.title`)}>
        <Repriced page={page} />
        <Suspense fallback={<PartLoading />}>
          <Step />
        </Suspense>
      </RetryBoundary>
      <StepLines />
    </div>
  );
  if (layout === "alone") {
    return (
      <div
        ref={alone}
        tabIndex={-1}
        role="group"
        aria-label={t(`checkout.steps.${page}.title`)}
        className={styles.narrow}
      >
        {step}
      </div>
    );
  }
  // Without a checkout nothing is known of its steps: the server leads elsewhere, or the shopper pays a released order
  // through an emailed link.
  if (record === null) {
    return (
      <div className={styles.narrow}>
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          {title}
        </h1>
        <div className={styles.paper}>{step}</div>
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <StepProgress page={page} flow={flow} />
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          {title}
        </h1>
        <StepColumn page={page} flow={flow}>
          {step}
        </StepColumn>
      </div>
      <OrderSummary />
    </div>
  );
}

/** A component of its own, because `useRepriced` must be called inside the `RetryBoundary`. */
function Repriced({ page }: { readonly page: CheckoutPage }) {
  useRepriced(page);
  return null;
}

/** A bar below the header that is shown while the browser is offline. */
export function Offline() {
  const t = useTranslations("common.network");
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  return <output className={styles.place}>{!online && <p className={styles.bar}>{t("offline")}</p>}</output>;
}
