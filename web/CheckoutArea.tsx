import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { Route, Switch } from "wouter";
import { CHECKOUT_PAGES } from "#core/steps.ts";
import { checkoutPath } from "./site/paths.ts";
import { BusyProvider } from "./checkout/state/busy.tsx";
import { CheckoutProvider, useCheckout } from "./checkout/state/CheckoutProvider.tsx";
import { ContinueProvider } from "./checkout/state/continue.tsx";
import { useLoginLife } from "./checkout/use-login-life.ts";
import { DialogProvider } from "./checkout/dialogs/DialogProvider.tsx";
import { CheckoutFrame } from "./checkout/frame/CheckoutFrame.tsx";
import { Offline } from "./checkout/frame/Offline.tsx";
import { STEPS } from "./step-table.ts";
import { UnknownPage } from "./checkout/frame/UnknownPage.tsx";

// Rarely needed: the catalogue has to change during a purchase.
const PriceWatch = lazy(() => import("./checkout/PriceWatch.tsx"));

/** All of `/checkout/…`: one checkout, one summary, one step at a time. */
export function CheckoutArea() {
  // Back from the payment page the browser may show a picture from memory: what is allowed may have changed.
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
            <Attended>
              <Switch>
                {CHECKOUT_PAGES.map((page) => (
                  <Route key={page} path={checkoutPath(page)}>
                    <CheckoutFrame page={page} Step={STEPS[page]} />
                  </Route>
                ))}
                <Route>
                  <UnknownPage />
                </Route>
              </Switch>
            </Attended>
          </ContinueProvider>
        </CheckoutProvider>
      </DialogProvider>
    </BusyProvider>
  );
}

/** What happens beside every step: the login that may end, the network that may go. */
function Attended({ children }: { readonly children: ReactNode }) {
  useLoginLife();
  const { unagreed } = useCheckout();
  return (
    <>
      <Offline />
      {children}
      {unagreed && (
        <Suspense>
          <PriceWatch />
        </Suspense>
      )}
    </>
  );
}
