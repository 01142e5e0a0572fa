import type { Rendered } from "#server/pages/page.ts";

/** Where the shop asks Vite to render a page: `POST { page, path }`. */
export const RENDER_PATH = "/@kasse/render";
/** The script of every page: Vite's client, React's refresh, then the shop. */
export const ENTRY_PATH = "/@kasse/entry.js";

/** A rendered page, and the styles that its modules import. */
export type DevRendered = { readonly rendered: Rendered; readonly styles: readonly string[] };

/**
 * What `ENTRY_PATH` holds. The server links each style, so that a page has its looks before the script runs; once Vite's
 * own, live copy of a style is there, the link would only keep old rules in force.
 */
export const ENTRY_SCRIPT = `
import "/@vite/client";
import "@vitejs/plugin-react/preamble";
import("/web/client-entry.tsx");
const replaced = () => {
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href^="/web/"]'))
    if (document.querySelector('style[data-vite-dev-id$="' + link.getAttribute("href") + '"]')) link.remove();
};
new MutationObserver(replaced).observe(document.head, { childList: true });
`;
