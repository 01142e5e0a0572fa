import { Route, Switch } from "wouter";
import { ROUTES } from "#web/paths.ts";
import { CheckoutArea } from "#web/checkout/CheckoutArea.tsx";
import { Announcer } from "#web/kit/Announcer.tsx";
import { lazyWithTexts } from "./lazy-with-texts.tsx";

const ResetPassword = lazyWithTexts(["account", "fields"], () => import("#web/account/ResetPassword.tsx"));

/** Pages that the browser draws alone: the checkout and the new password. */
export default function BrowserRoutes() {
  return (
    <>
      <Switch>
        <Route path={ROUTES["password-reset"].path}>
          <ResetPassword />
        </Route>
        <Route>
          <CheckoutArea />
        </Route>
      </Switch>
      <Announcer />
    </>
  );
}
