import { useMemo } from "react";
import { splitLocale } from "#core/text/locale.ts";
import {
  isStep,
  PAGE_STEP_AFTER,
  RETURN_PAGE,
  type LeavablePage,
  type Step,
  type CheckoutPage,
} from "#core/steps/steps.ts";
import { goTo, leaveFor } from "#web/app/location.ts";
import { usePage } from "#web/app/page-context.tsx";
import { checkoutPath, localPath } from "#web/site/paths.ts";
import { storePageStep } from "#web/session/checkout-session.ts";
import { endLogin, token } from "#web/session/login.ts";

type Errors = Readonly<Record<string, string>>;

export type Navigation = {
  /**
   * Goes forward from a page to the step that `PAGE_STEP_AFTER` defines, or to `to`, and stores the defined step as the
   * page-step. If the page was opened for an edit, returns to where that started.
   */
  readonly leave: (from: LeavablePage, to?: Step) => void;
  /**
   * Skips a page that is not shown. Like `leave`, but adds no history entry; unlike `jump`, it never ends the login.
   */
  readonly skip: (from: LeavablePage, to: Step) => void;
  /** Goes to the step that the server named, and stores it as the page-step. */
  readonly jump: (to: Step) => void;
  /**
   * Goes back to a page without changing the page-step. If `returnTo` is given, leaving the page leads to that step.
   * `section` is the id of the group to scroll to.
   */
  readonly edit: (to: CheckoutPage, returnTo?: Step, section?: string) => void;
  /** Goes back to a page that shows what the server has refused there. `errors` uses the field names of the wire. */
  readonly correct: (to: CheckoutPage, errors: Errors) => void;
  /** Loads the shop window. */
  readonly home: () => void;
};

/** Returns the step in the current URL; the return page of the payment counts as step 6. */
export function pageHere(): Step | null {
  const page = splitLocale(location.pathname).rest.split("/").pop() ?? "";
  if (page === RETURN_PAGE) return "6";
  return isStep(page) ? page : null;
}

/** Returns the step to return to if this page was opened for an edit; null otherwise. Survives a reload. */
export function returnPage(): Step | null {
  const page = historyState()["returnTo"];
  return typeof page === "string" && isStep(page) ? page : null;
}

/**
 * Returns the id of the group that this page was opened for; null if it was opened for no particular group. Survives a
 * reload.
 */
export function openedSection(): string | null {
  const section = historyState()["section"];
  return typeof section === "string" ? section : null;
}

/** Returns the step that the shopper opened from this page, edited and left again; null if there is none. */
export function editedPage(): Step | null {
  const page = historyState()["edited"];
  return typeof page === "string" && isStep(page) ? page : null;
}

/** Returns the errors that this page was opened to correct, if any. Later calls return null, also after a reload. */
export function takeErrors(): Errors | null {
  const { errors, ...state } = historyState();
  if (typeof errors !== "object" || errors === null) return null;
  history.replaceState(state, "");
  return errors as Errors;
}

/** Returns the state of this page's history entry. */
export function historyState(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null ? (state as Record<string, unknown>) : {};
}

export function useNavigation(): Navigation {
  const { locale } = usePage();
  return useMemo(
    () => ({
      leave(from, to = PAGE_STEP_AFTER[from]) {
        const back = returnPage();
        storePageStep(back ?? PAGE_STEP_AFTER[from]);
        goTo(checkoutPath(back ?? to), back ? { state: { edited: from } } : {});
      },
      skip(from, to) {
        storePageStep(PAGE_STEP_AFTER[from]);
        goTo(checkoutPath(to), { replace: true });
      },
      jump(to) {
        // A redirect to the account despite a token means that the login has ended.
        if (to === "3" && token() !== null) endLogin(pageHere());
        storePageStep(to);
        goTo(checkoutPath(to), { replace: true });
      },
      correct: (to, errors) => goTo(checkoutPath(to), { state: { errors } }),
      edit: (to, returnTo, section) => goTo(checkoutPath(to), returnTo ? { state: { returnTo, section } } : {}),
      home: () => leaveFor(localPath(locale, "home")),
    }),
    [locale],
  );
}
