import { CHECKOUT_PAGES } from "./steps.ts";

const PAGES: ReadonlySet<string> = new Set(["/prepared", ...CHECKOUT_PAGES.map((page) => `/checkout/${page}`)]);

/**
 * Returns whether a page can be in a frame of another site: the proposal, and the steps of the checkout. `path` has no
 * locale prefix.
 */
export const isFramedPage = (path: string): boolean => PAGES.has(path.replace(/\/$/, ""));
