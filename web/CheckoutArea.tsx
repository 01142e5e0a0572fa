import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { CHECKOUT_PAGES, type CheckoutPage } from "#core/steps/steps.ts";
import { usePath } from "./app/location.ts";
import { usePage } from "./app/page-context.tsx";
import { checkoutPath } from "./site/paths.ts";
import { BusyProvider } from "./checkout/state/busy.tsx";
import { CheckoutProvider, useCheckout } from "./checkout/state/store.tsx";
import { ContinueProvider } from "./checkout/state/continue.tsx";
import { DialogProvider } from "./checkout/dialogs/DialogProvider.tsx";
import { useSavingLoader } from "./checkout/loading/use-prepare.ts";
import { CheckoutFrame, Offline } from "./checkout/frame/CheckoutFrame.tsx";
import { preloadStep, STEPS } from "./step-table.ts";

// Loaded only if the catalogue changes during a purchase, which is rare.
const PriceWatch = lazy(() => import("./checkout/PriceWatch.tsx"));
// Loaded separately, because the first screen does not need it.
const LoginWatch = lazy(() => import("./checkout/LoginWatch.tsx"));
const UnknownPage = lazy(() => import("./checkout/frame/UnknownPage.tsx"));

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
              {page ? (
                <InOwnDocument key={page} page={page}>
                  <CheckoutFrame page={page} Step={STEPS[page]} preload={preloadStep} />
                </InOwnDocument>
              ) : (
                <Suspense>
                  <UnknownPage />
                </Suspense>
              )}
            </Watched>
          </ContinueProvider>
        </CheckoutProvider>
      </DialogProvider>
    </BusyProvider>
  );
}

/**
 * Reloads the document when the shopper enters or leaves the payment page. Only the payment page may have the content
 * security policy that allows an embedded payment form. Typed input survives the reload.
 */
function InOwnDocument({ page, children }: { readonly page: CheckoutPage; readonly children: ReactNode }) {
  const { offers, paymentForm } = usePage();
  // A payment that was begun at an earlier provider can have a form even if new ones have none (`PaymentStep`).
  const misplaced = page === PAYMENT_STEP ? offers.payInPage && !paymentForm : paymentForm;
  useEffect(() => {
    if (misplaced) location.reload();
  }, [misplaced]);
  return misplaced ? null : children;
}

/** Watches the login, the price and the network on every page of the checkout. */
function Watched({ children }: { readonly children: ReactNode }) {
  useSavingLoader();
  const { previousTotals } = useCheckout();
  return (
    <>
      <Offline />
      {children}
      <Suspense>
        <LoginWatch />
        {previousTotals && <PriceWatch />}
      </Suspense>
    </>
  );
}
