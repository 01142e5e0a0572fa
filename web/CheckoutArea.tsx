import { Suspense, useCallback, useEffect, useState, type ReactNode } from "react";
import { CHECKOUT_PAGES, type CheckoutPage } from "#core/steps/steps.ts";
import { lazyWithTexts } from "./app/lazy-with-texts.tsx";
import { usePath } from "./app/location.ts";
import { usePage } from "./app/page-context.tsx";
import { checkoutPath } from "./site/paths.ts";
import { BusyProvider, useBusy } from "./checkout/state/busy.tsx";
import { CheckoutProvider, useCheckout } from "./checkout/state/store.tsx";
import { ContinueProvider } from "./checkout/state/continue.tsx";
import { DialogProvider } from "./checkout/dialogs/DialogProvider.tsx";
import { useSavingLoader } from "./checkout/loading/use-prepare.ts";
import { CheckoutFrame, Offline } from "./checkout/frame/CheckoutFrame.tsx";
import { sendCallsOfThanks } from "./checkout/loading/send-ahead.ts";
import { useArrival } from "./checkout/loading/use-arrival.ts";
import { isStepLoaded, loadStep, preloadStep, STEPS } from "./step-table.ts";

// Loaded only if the catalogue changes during a purchase, which is rare.
const PriceWatch = lazyWithTexts(["price"], () => import("./checkout/PriceWatch.tsx"), "ask");
// Loaded separately, because the first screen does not need it.
const Watch = lazyWithTexts(["watch"], () => import("./checkout/Watch.tsx"), "quiet");
const UnknownPage = lazyWithTexts(["watch"], () => import("./checkout/frame/UnknownPage.tsx"), "reload");

/** The step with the provider's payment form. */
const PAYMENT_STEP = "6" satisfies CheckoutPage;

/** All pages under `/checkout/`, with the state and dialogs that they share. */
export function CheckoutArea() {
  const path = usePath();
  const page = CHECKOUT_PAGES.find((each) => checkoutPath(each) === path);
  // The browser can restore this page from its back/forward cache, for example on the way back from the payment page.
  // Then the step is entered again, because the shopper may have to be on a different step by now.
  const [restored, setRestored] = useState(0);
  useEffect(() => {
    const enterAgain = (event: PageTransitionEvent) => event.persisted && setRestored((times) => times + 1);
    addEventListener("pageshow", enterAgain);
    return () => removeEventListener("pageshow", enterAgain);
  }, []);

  return (
    <BusyProvider key={restored}>
      <DialogProvider>
        <CheckoutProvider>
          <ContinueProvider>
            <Watched>
              <Arriving page={page} />
            </Watched>
          </ContinueProvider>
        </CheckoutProvider>
      </DialogProvider>
    </BusyProvider>
  );
}

/** The page of the URL as soon as it can be painted; until then the one before. */
function Arriving({ page }: { readonly page: CheckoutPage | undefined }) {
  const isMisplaced = useMisplaced();
  const { during } = useBusy();
  // The last page is not shown before its answers are there, so that the page before it stays until then.
  const isPaintable = (to: CheckoutPage) => to !== "7" && !isMisplaced(to) && isStepLoaded(to);
  const makePaintable = useCallback(
    async (to: CheckoutPage) => {
      if (isMisplaced(to)) {
        location.reload();
        await new Promise<never>(() => undefined);
      }
      await during(() => Promise.all([loadStep(to), to === "7" && sendCallsOfThanks()]));
    },
    [isMisplaced, during],
  );
  const shown = useArrival(page, isPaintable, makePaintable);
  if (!shown)
    return (
      <Suspense>
        <UnknownPage />
      </Suspense>
    );
  return (
    <InOwnDocument key={shown} page={shown}>
      <CheckoutFrame page={shown} Step={STEPS[shown]} preload={preloadStep} />
    </InOwnDocument>
  );
}

/**
 * Returns whether a page needs another document: only the payment page may have the content security policy that allows
 * an embedded payment form. Typed input survives the reload.
 */
function useMisplaced(): (page: CheckoutPage) => boolean {
  const { offers, paymentForm } = usePage();
  // A payment that was begun at an earlier provider can have a form even if new ones have none (`PaymentStep`).
  return useCallback(
    (page) => (page === PAYMENT_STEP ? offers.payInPage && !paymentForm : paymentForm),
    [offers.payInPage, paymentForm],
  );
}

/** Reloads the document if the page needs another one. */
function InOwnDocument({ page, children }: { readonly page: CheckoutPage; readonly children: ReactNode }) {
  const misplaced = useMisplaced()(page);
  useEffect(() => {
    if (misplaced) location.reload();
  }, [misplaced]);
  return misplaced ? null : children;
}

/** Watches the login, the price, the network and missing parts on every page of the checkout. */
function Watched({ children }: { readonly children: ReactNode }) {
  useSavingLoader();
  const { previousTotals } = useCheckout();
  return (
    <>
      <Offline />
      {children}
      <Suspense>
        <Watch />
      </Suspense>
      <Suspense>{previousTotals && <PriceWatch />}</Suspense>
    </>
  );
}
