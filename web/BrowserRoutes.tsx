import type { ComponentType } from "react";
import { LINK_PAGES, ROUTES, type LinkPage } from "./site/paths.ts";
import { usePath } from "./app/location.ts";
import { CheckoutArea } from "./CheckoutArea.tsx";
import { Announcer } from "./kit/Announcer.tsx";
import { lazyWithTexts } from "./app/lazy-with-texts.tsx";
import { usePage } from "./app/page-context.tsx";
import { STEP_TEXTS } from "./step-texts.ts";

/** The pages outside the checkout that only the browser renders. */
const PAGES: Readonly<Record<LinkPage, ComponentType>> = {
  "password-reset": lazyWithTexts(STEP_TEXTS["password-reset"], () => import("./account/ResetPassword.tsx")),
  order: lazyWithTexts(STEP_TEXTS.order, () => import("./steps/thanks/OpenOrder.tsx")),
  continue: lazyWithTexts(STEP_TEXTS.continue, () => import("./checkout/links/ContinueCheckout.tsx")),
  prepared: lazyWithTexts(STEP_TEXTS.prepared, () => import("./checkout/links/PreparedCheckout.tsx")),
  account: lazyWithTexts(STEP_TEXTS.account, () => import("./account/AccountPage.tsx")),
};

// Loaded only in a frame of another site.
const Embedded = lazyWithTexts(STEP_TEXTS.prepared, () => import("./embedded/Embedded.tsx"));

/** Shows the pages that only the browser renders: the checkout, the account and the pages that emailed links open. */
export function BrowserRoutes() {
  const path = usePath();
  const page = LINK_PAGES.find((name) => ROUTES[name].path === path);
  const Page = page ? PAGES[page] : CheckoutArea;
  return (
    <>
      <Page />
      <Announcer />
      {usePage().embedded && <Embedded />}
    </>
  );
}
