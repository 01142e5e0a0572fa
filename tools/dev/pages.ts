import type { Rendered } from "#server/pages/rendered.ts";

/** The path at which Vite renders a page for the shop: `POST { page, path }`. */
export const RENDER_PATH = "/@kasse/render";
/** The script of every page in development. */
export const ENTRY_PATH = "/@kasse/entry.js";

/** A rendered page and the styles that its modules import. */
export type DevRendered = { readonly rendered: Rendered; readonly styles: readonly string[] };

/**
 * The script at `ENTRY_PATH`. The server links each style, so that the page is styled before the script runs. Once Vite has
 * added its live copy of a style, the link is removed, because it would keep outdated rules.
 */
export const ENTRY_SCRIPT = `
import "/@vite/client";
import "@vitejs/plugin-react/preamble";
import("/web/client-entry.tsx");
const removeReplaced = () => {
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href^="/web/"]'))
    if (document.querySelector('style[data-vite-dev-id$="' + link.getAttribute("href") + '"]')) link.remove();
};
new MutationObserver(removeReplaced).observe(document.head, { childList: true });
`;
