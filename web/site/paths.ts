import { CHECKOUT_PAGES, type CheckoutPage } from "#core/steps/steps.ts";
import { localePrefix, splitLocale, type Locale } from "#core/text/locale.ts";

type StepRoute = `checkout-step-${CheckoutPage}`;
type Route = { readonly path: string };

const STEP_ROUTES = Object.fromEntries(
  CHECKOUT_PAGES.map((page) => [`checkout-step-${page}`, { path: `/checkout/${page}` }]),
) as Record<StepRoute, Route>;

/**
 * All routes of the browser by name, without locale prefix. Paths of steps contain the step's number (specification 2).
 */
export const ROUTES = {
  home: { path: "/" },
  mobile: { path: "/mobile/:code" },
  tv: { path: "/tv/:code" },
  device: { path: "/device/:code" },
  legal: { path: "/legal/:name" },
  browsers: { path: "/browsers" },
  "password-reset": { path: "/password-reset" },
  order: { path: "/order" },
  continue: { path: "/continue" },
  account: { path: "/account" },
  ...STEP_ROUTES,
} as const satisfies Record<string, Route>;
type RouteName = keyof typeof ROUTES;

/** Pages outside the checkout that only the browser renders: the account and the pages that emailed links open. */
export const LINK_PAGES = ["password-reset", "order", "continue", "account"] as const;
export type LinkPage = (typeof LINK_PAGES)[number];

/** Returns the path of a route, without locale prefix. */
function pathOf(name: RouteName, params: Readonly<Record<string, string>> = {}): string {
  return ROUTES[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
}

/** Returns the full path of a route in a language. Home ends with a slash: `/`, `/en/`. */
export function localPath(locale: Locale, name: RouteName, params?: Readonly<Record<string, string>>): string {
  return `${localePrefix(locale)}${pathOf(name, params)}`;
}

/** Returns the path of a checkout page, without locale prefix. */
export function checkoutPath(page: CheckoutPage): string {
  return pathOf(`checkout-step-${page}`);
}

/** Returns a path in another language, with the same query and fragment. */
export function inLocale(locale: Locale, path: string): string {
  return `${localePrefix(locale)}${splitLocale(path).rest}`;
}
