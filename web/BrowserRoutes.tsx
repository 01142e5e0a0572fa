import { Route, Switch } from "wouter";
import { ROUTES } from "./site/paths.ts";
import { CheckoutArea } from "./CheckoutArea.tsx";
import { Announcer } from "./kit/Announcer.tsx";
import { lazyWithTexts } from "./app/lazy-with-texts.tsx";
import { STEP_TEXTS } from "./step-texts.ts";

const ResetPassword = lazyWithTexts(STEP_TEXTS["password-reset"], () => import("./account/ResetPassword.tsx"));

const OpenOrder = lazyWithTexts(STEP_TEXTS.order, () => import("./steps/thanks/OpenOrder.tsx"));

const ContinueCheckout = lazyWithTexts(STEP_TEXTS.continue, () => import("./checkout/links/ContinueCheckout.tsx"));

const AccountPage = lazyWithTexts(STEP_TEXTS.account, () => import("./account/AccountPage.tsx"));

/** Routes of the pages that only the browser renders: the checkout, the account and the pages of mailed links. */
export function BrowserRoutes() {
  return (
    <>
      <Switch>
        <Route path={ROUTES["password-reset"].path}>
          <ResetPassword />
        </Route>
        <Route path={ROUTES.order.path}>
          <OpenOrder />
        </Route>
        <Route path={ROUTES.continue.path}>
          <ContinueCheckout />
        </Route>
        <Route path={ROUTES.account.path}>
          <AccountPage />
        </Route>
        <Route>
          <CheckoutArea />
        </Route>
      </Switch>
      <Announcer />
    </>
  );
}
