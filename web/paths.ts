import { PAGE_STEP_AFTER, type Page } from "#core/steps.ts";
import { localePrefix, splitLocale, type Locale } from "#core/locale.ts";

/** Pages of the checkout, and `7p`, where the payment provider sends shoppers back to. */
export type CheckoutPage = Page | "7p";
export type StepRoute = `checkout-step-${CheckoutPage}`;

type Route = { readonly path: string };
type Step = Route & { readonly page: CheckoutPage; readonly pageStepAfter: Page | null };

/** Every route of the browser by its name, without locale prefix. Steps carry their number (specification 2). */
export const ROUTES = {
  home: { path: "/" },
  mobile: { path: "/mobile/:code" },
  tv: { path: "/tv/:code" },
  device: { path: "/device/:code" },
  legal: { path: "/legal/:name" },
  "password-reset": { path: "/password-reset" },
  "checkout-step-1": step("1"),
  "checkout-step-2": step("2"),
  "checkout-step-3": step("3"),
  "checkout-step-4": step("4"),
  "checkout-step-4a": step("4a"),
  "checkout-step-5": step("5"),
  "checkout-step-6": step("6"),
  "checkout-step-7": step("7"),
  "checkout-step-7p": step("7p"),
} as const satisfies Record<string, Route> & Record<StepRoute, Step>;
export type RouteName = keyof typeof ROUTES;

function step(page: CheckoutPage): Step {
  return {
    path: `/checkout/${page}`,
    page,
    pageStepAfter: page in PAGE_STEP_AFTER ? PAGE_STEP_AFTER[page as keyof typeof PAGE_STEP_AFTER] : null,
  };
}

/** The path of a route without locale prefix, as the router (whose base is the prefix) takes it. */
export function pathOf(name: RouteName, params: Readonly<Record<string, string>> = {}): string {
  return ROUTES[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
}

/** The full path of a route in a language. Home keeps its slash: `/`, `/en/`. */
export function localPath(locale: Locale, name: RouteName, params?: Readonly<Record<string, string>>): string {
  return `${localePrefix(locale)}${pathOf(name, params)}`;
}

/** The path of a checkout page, without locale prefix. */
export function checkoutPath(page: CheckoutPage): string {
  return pathOf(`checkout-step-${page}`);
}

/** The same place in another language: path, query and fragment stay. */
export function inLocale(locale: Locale, path: string): string {
  return `${localePrefix(locale)}${splitLocale(path).rest}`;
}
