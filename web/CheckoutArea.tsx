import { lazy, Suspense, useEffect, type ReactNode } from "react";
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
import { STEPS } from "./step-table.ts";

// Rarely needed: the catalogue has to change during a purchase.
const PriceWatch = lazy(() => import("./checkout/PriceWatch.tsx"));
// Not needed for the first screen.
const LoginWatch = lazy(() => import("./checkout/LoginWatch.tsx"));
const UnknownPage = lazy(() => import("./checkout/frame/UnknownPage.tsx"));

/** All pages under `/checkout/`, with the state and dialogs that they share. */
export function CheckoutArea() {
  // On the way back from the payment page the browser may restore this page from memory. The permitted step may have changed.
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener("pageshow", reload);
    return () => removeEventListener("pageshow", reload);
  }, []);

  return (
    <BusyProvider>
      <DialogProvider>
        <CheckoutProvider>
          <ContinueProvider>
            <Watched>
              <Switch>
                {CHECKOUT_PAGES.map((page) => (
                  <Route key={page} path={checkoutPath(page)}>
                    <CheckoutFrame page={page} Step={STEPS[page]} />
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
