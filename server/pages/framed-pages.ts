import { EXTENSION_PAGES } from "#extensions/pages.ts";
import { CHECKOUT_PAGES } from "#core/steps/steps.ts";

const PAGES: ReadonlySet<string> = new Set([
  ...CHECKOUT_PAGES.map((page) => `/checkout/${page}`),
  ...EXTENSION_PAGES.flatMap(({ path, inFrame }) => (inFrame ? [path] : [])),
]);

/**
 * Returns whether a page can be in a frame of another site: the steps of the checkout, and some pages of extensions.
 * `path` has no locale prefix.
 */
export const isFramedPage = (path: string): boolean => PAGES.has(path.replace(/\/$/, ""));
