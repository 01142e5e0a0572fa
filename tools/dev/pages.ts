import { PLAIN_SCRIPTS } from "#web/assets.ts";
import type { Rendered } from "#server/pages/rendered.ts";

/** The path at which Vite renders a page for the shop: `POST { page, path }`. */
export const RENDER_PATH = "/@kasse/render";
/** The scripts of pages in development: of the checkout and of public pages. */
export const ENTRY_PATHS = { checkout: "/@kasse/checkout.js", shop: "/@kasse/shop.js" } as const;

/** Tells public pages, which only the server renders, that a file has changed. */
export const CHANGED = "kasse:changed";

/** A rendered page and the styles that its modules import. */
export type DevRendered = { readonly rendered: Rendered; readonly styles: readonly string[] };

/**
 * The script at one of the `ENTRY_PATHS`. The server links each style, so that the page is styled before the script runs. Once Vite has
 * added its live copy of a style, the link is removed, because it would keep outdated rules.
 */
export const entryScript = (entry: string): string => `
import "/@vite/client";
import "@vitejs/plugin-react/preamble";
import("/${entry}");
if (${entry === PLAIN_SCRIPTS.shop}) import.meta.hot.on("${CHANGED}", () => location.reload());
const removeReplaced = () => {
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href^="/web/"]'))
    if (document.querySelector('style[data-vite-dev-id$="' + link.getAttribute("href") + '"]')) link.remove();
};
new MutationObserver(removeReplaced).observe(document.head, { childList: true });
`;
