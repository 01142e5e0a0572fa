import { Route, Switch } from "wouter";
import { ROUTES } from "./site/paths.ts";
import { CheckoutArea } from "./CheckoutArea.tsx";
import { Announcer } from "./kit/Announcer.tsx";
import { lazyWithTexts } from "./app/lazy-with-texts.tsx";
import { STEP_TEXTS } from "./step-texts.ts";

const ResetPassword = lazyWithTexts(STEP_TEXTS["password-reset"], () => import("./account/ResetPassword.tsx"));

/** Pages that only the browser renders: the checkout and the password reset. */
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
