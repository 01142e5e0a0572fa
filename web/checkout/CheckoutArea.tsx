import { useEffect, type ReactNode } from "react";
import { Route, Switch } from "wouter";
import { ROUTES } from "#web/paths.ts";
import { BusyProvider } from "./state/busy.tsx";
import { CheckoutProvider } from "./state/CheckoutProvider.tsx";
import { ContinueProvider } from "./state/continue.tsx";
import { useLoginLife } from "./state/use-login-life.ts";
import { DialogProvider } from "./dialogs/DialogProvider.tsx";
import { CheckoutFrame } from "./frame/CheckoutFrame.tsx";
import { Offline } from "./frame/Offline.tsx";
import { STEPS } from "./step-table.ts";
import { UnknownPage } from "./UnknownPage.tsx";

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
                {STEPS.map((step) => (
                  <Route key={step.page} path={ROUTES[`checkout-step-${step.page}`].path}>
                    <CheckoutFrame {...step} />
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
  return (
    <>
      <Offline />
      {children}
    </>
  );
}
