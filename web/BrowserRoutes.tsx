import type { ComponentType } from "react";
import { LINK_PAGES, ROUTES, type LinkPage } from "./site/paths.ts";
import { usePath } from "./app/location.ts";
import { CheckoutArea } from "./CheckoutArea.tsx";
import { Announcer } from "./kit/Announcer.tsx";
import { lazyWithTexts } from "./app/lazy-with-texts.tsx";
import { usePage } from "./app/page-context.tsx";
import { WEB_EXTENSIONS } from "#extensions/web.ts";
import { STEP_TEXTS } from "./step-texts.ts";

/** The pages outside the checkout that only the browser renders. */
const PAGES: Readonly<Record<LinkPage, ComponentType>> = {
  "password-reset": lazyWithTexts(STEP_TEXTS["password-reset"], () => import("./account/ResetPassword.tsx")),
  order: lazyWithTexts(STEP_TEXTS.order, () => import("./steps/thanks/OpenOrder.tsx")),
  continue: lazyWithTexts(STEP_TEXTS.continue, () => import("./checkout/links/ContinueCheckout.tsx")),
  account: lazyWithTexts(STEP_TEXTS.account, () => import("./account/AccountPage.tsx")),
};

const OF_EXTENSIONS: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  WEB_EXTENSIONS.flatMap(({ pages = {} }) => Object.entries(pages)),
);
const InFrame = WEB_EXTENSIONS.map(({ inFrame }) => inFrame).find(Boolean);

/** Shows the pages that only the browser renders: checkout, account, those of emailed links and of extensions. */
export function BrowserRoutes() {
  const path = usePath();
  const page = LINK_PAGES.find((name) => ROUTES[name].path === path);
  const Page = page ? PAGES[page] : (OF_EXTENSIONS[path] ?? CheckoutArea);
  const { embedded } = usePage();
  return (
    <>
      <Page />
      <Announcer />
      {embedded && InFrame && <InFrame />}
    </>
  );
}
