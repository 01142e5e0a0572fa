import { useMemo } from "react";
import { useLocation } from "wouter";
import { splitLocale } from "#core/locale.ts";
import { isStep, PAGE_STEP_AFTER, RETURN_PAGE, type LeavablePage, type Step, type CheckoutPage } from "#core/steps.ts";
import { usePage } from "#web/app/page-context.tsx";
import { checkoutPath, localPath } from "#web/site/paths.ts";
import { keepPageStep } from "#web/session/checkout-session.ts";
import { loginEnded, token } from "#web/session/login.ts";

/** After an error that ends the checkout, time to read it (specification 9). */
export const REDIRECT_DELAY = 1500;

export type Navigation = {
  /** Leaves a page forwards: stores the page-step of the table and goes to that page, unless `to` is another one. */
  readonly leave: (from: LeavablePage, to?: Step) => void;
  /** Passes over a page that is not shown: as `leave`, without an entry in the history, and without touching the login. */
  readonly skip: (from: LeavablePage, to: Step) => void;
  /** Goes where the server says, and stores that page alone. */
  readonly jump: (to: Step) => void;
  /** Goes back to a step without storing anything. */
  readonly edit: (to: CheckoutPage) => void;
  /** Leaves the checkout for the shop window, which is another page. */
  readonly home: () => void;
};

/** The page of the address; the way back from the payment counts as payment. */
export function pageHere(): Step | null {
  const page = splitLocale(location.pathname).rest.split("/").pop() ?? "";
  if (page === RETURN_PAGE) return "6";
  return isStep(page) ? page : null;
}

export function useNavigation(): Navigation {
  const [, navigate] = useLocation();
  const { locale } = usePage();
  return useMemo(
    () => ({
      leave(from, to = PAGE_STEP_AFTER[from]) {
        keepPageStep(PAGE_STEP_AFTER[from]);
        navigate(checkoutPath(to));
      },
      skip(from, to) {
        keepPageStep(PAGE_STEP_AFTER[from]);
        navigate(checkoutPath(to), { replace: true });
      },
      jump(to) {
        // Sent back to the account while holding a token: the login has ended.
        if (to === "3" && token() !== null) loginEnded(pageHere());
        keepPageStep(to);
        navigate(checkoutPath(to), { replace: true });
      },
      edit: (to) => navigate(checkoutPath(to)),
      home: () => location.assign(localPath(locale, "home")),
    }),
    [navigate, locale],
  );
}
