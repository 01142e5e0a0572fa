import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { Route, Switch } from "wouter";
import { CHECKOUT_PAGES } from "#core/steps.ts";
import { checkoutPath } from "./site/paths.ts";
import { BusyProvider } from "./checkout/state/busy.tsx";
import { CheckoutProvider, useCheckout } from "./checkout/state/CheckoutProvider.tsx";
import { ContinueProvider } from "./checkout/state/continue.tsx";
import { DialogProvider } from "./checkout/dialogs/DialogProvider.tsx";
import { useSavingLoader } from "./checkout/loading/use-saving-loader.ts";
import { CheckoutFrame } from "./checkout/frame/CheckoutFrame.tsx";
import { Offline } from "./checkout/frame/Offline.tsx";
import { preloadStep, STEPS } from "./step-table.ts";

// Rarely needed: the catalogue has to change during a purchase.
const PriceWatch = lazy(() => import("./checkout/PriceWatch.tsx"));
// Not needed for the first screen.
const LoginWatch = lazy(() => import("./checkout/LoginWatch.tsx"));
const UnknownPage = lazy(() => import("./checkout/frame/UnknownPage.tsx"));

/** All pages under `/checkout/`, with the state and dialogs that they share. */
export function CheckoutArea() {
  // The browser may restore this page from memory, such as on the way back from the payment page. Then the step is entered again, because
  // another may be permitted by now.
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
              <Switch>
                {CHECKOUT_PAGES.map((page) => (
                  <Route key={page} path={checkoutPath(page)}>
                    <CheckoutFrame page={page} Step={STEPS[page]} preload={preloadStep} />
                  </Route>
                ))}
                <Route>
                  <Suspense>
                    <UnknownPage />
                  </Suspense>
                </Route>
              </Switch>
            </Watched>
          </ContinueProvider>
        </CheckoutProvider>
      </DialogProvider>
    </BusyProvider>
  );
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
