import type { Locale } from "#core/text/locale.ts";
import { storeLocale } from "./locale.ts";
import { isStoring } from "./storage.ts";

/** The browser's guess about the connection (Network Information API), which only some browsers make. */
type WithConnection = Navigator & { readonly connection?: { readonly type?: string } };

/**
 * Whether this is probably a phone on mobile data. A guess that only decides whether a button is shown: browsers
 * without the Network Information API only tell that there is a touch screen.
 */
function isProbablyOnMobileData(): boolean {
  const type = (navigator as WithConnection).connection?.type;
  if (type !== undefined && type !== "unknown") return type === "cellular";
  return matchMedia("(pointer: coarse)").matches;
}

/** Whether the browser can visit the mobile network. Without storage, the checkout would be lost on the way. */
export const canVisitNetwork = (): boolean => isProbablyOnMobileData() && isStoring();

/** Leaves for the network, which knows one return address. That leads to the page in the stored language. */
export function visitNetwork(url: string, locale: Locale): void {
  storeLocale(locale);
  location.assign(url);
}

/**
 * Returns the query with which the network sent the browser back, and removes it from the address; null without one.
 */
export function takeReturnQuery(): string | null {
  const { search, pathname } = location;
  const parameters = new URLSearchParams(search);
  if (!parameters.has("state") || !(parameters.has("code") || parameters.has("error"))) return null;
  history.replaceState(history.state, "", pathname);
  return search;
}
