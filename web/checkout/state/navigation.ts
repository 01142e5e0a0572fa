import { useMemo } from "react";
import { useLocation } from "wouter";
import { splitLocale } from "#core/text/locale.ts";
import {
  isStep,
  PAGE_STEP_AFTER,
  RETURN_PAGE,
  type LeavablePage,
  type Step,
  type CheckoutPage,
} from "#core/steps/steps.ts";
import { usePage } from "#web/app/page-context.tsx";
import { checkoutPath, localPath } from "#web/site/paths.ts";
import { keepPageStep } from "#web/session/checkout-session.ts";
import { endLogin, token } from "#web/session/login.ts";

export type Navigation = {
  /** Goes forward from a page: stores the page-step of the table and goes to that step, or to `to`. */
  readonly leave: (from: LeavablePage, to?: Step) => void;
  /** Skips a page that is not shown: as `leave`, but without a history entry. Does not end the login, as `jump` may. */
  readonly skip: (from: LeavablePage, to: Step) => void;
  /** Goes to the step that the server names and stores it as the page-step. */
  readonly jump: (to: Step) => void;
  /**
   * Goes back to a page without changing the page-step. Leaving that page then leads to `returnTo`, if given; `section` is the id of the
   * group that the page begins at.
   */
  readonly edit: (to: CheckoutPage, returnTo?: Step, section?: string) => void;
  /** Loads the shop window. */
  readonly home: () => void;
};

/** The step in the current URL; the return page of the payment counts as step 6. */
export function pageHere(): Step | null {
  const page = splitLocale(location.pathname).rest.split("/").pop() ?? "";
  if (page === RETURN_PAGE) return "6";
  return isStep(page) ? page : null;
}

/** The step that this page returns to when it is left, because it was opened to change something; it survives a reload. */
export function returnPage(): Step | null {
  const page = historyState()["returnTo"];
  return typeof page === "string" && isStep(page) ? page : null;
}

/** The id of the group that this page was opened for; null if it was opened as a whole. It survives a reload. */
export function openedSection(): string | null {
  const section = historyState()["section"];
  return typeof section === "string" ? section : null;
}

/** The step that was opened from this page, changed and left again; null if none was. */
export function editedPage(): Step | null {
  const page = historyState()["edited"];
  return typeof page === "string" && isStep(page) ? page : null;
}

/** What the history says of this page. */
export function historyState(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null ? (state as Record<string, unknown>) : {};
}

export function useNavigation(): Navigation {
  const [, navigate] = useLocation();
  const { locale } = usePage();
  return useMemo(
    () => ({
      leave(from, to = PAGE_STEP_AFTER[from]) {
        const back = returnPage();
        keepPageStep(back ?? PAGE_STEP_AFTER[from]);
        navigate(checkoutPath(back ?? to), back ? { state: { edited: from } } : {});
      },
      skip(from, to) {
        keepPageStep(PAGE_STEP_AFTER[from]);
        navigate(checkoutPath(to), { replace: true });
      },
      jump(to) {
        // Sent back to the account despite a token: the login has ended.
        if (to === "3" && token() !== null) endLogin(pageHere());
        keepPageStep(to);
        navigate(checkoutPath(to), { replace: true });
      },
      edit: (to, returnTo, section) => navigate(checkoutPath(to), returnTo ? { state: { returnTo, section } } : {}),
      home: () => location.assign(localPath(locale, "home")),
    }),
    [navigate, locale],
  );
}
