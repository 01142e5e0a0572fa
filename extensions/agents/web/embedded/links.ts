import { CHECKOUT_PAGES } from "#core/steps/steps.ts";
import { splitLocale } from "#core/text/locale.ts";
import { checkoutPath } from "#web/site/paths.ts";
import { PREPARED } from "../../pages.ts";

/** The pages of the shop that can be in a frame. */
const PAGES: ReadonlySet<string> = new Set([PREPARED.path, ...CHECKOUT_PAGES.map(checkoutPath)]);

/** Returns whether an address is a page that can be in the frame: the proposal or a step of the checkout. */
export const isFramedAddress = (url: URL): boolean =>
  url.origin === location.origin && PAGES.has(splitLocale(url.pathname).rest);

/**
 * Calls `open` instead of following a link that leaves the checkout, because the frame shows nothing else. Returns a
 * function that ends this.
 */
export function catchLinks(open: (url: string) => void): () => void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || !/^https?:$/.test(link.protocol) || link.hasAttribute("download")) return;
    if (isFramedAddress(new URL(link.href)) && link.target === "") return;
    event.preventDefault();
    open(link.href);
  };
  document.addEventListener("click", follow);
  return () => document.removeEventListener("click", follow);
}

/** Opens an address in a window of its own, which cannot reach this one. Returns false if the browser refuses. */
export function openWindow(url: string): boolean {
  const opened = open("", "_blank");
  if (opened === null) return false;
  opened.opener = null;
  opened.location.href = url;
  return true;
}
