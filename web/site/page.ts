import type { Page } from "#contract/page.ts";

const PAGE_ELEMENT = "kasse";
export const ROOT_ELEMENT = "root";

/** Reads the page's JSON. Throws if the page has none. */
export function readPage(): Page {
  const text = document.getElementById(PAGE_ELEMENT)?.textContent;
  if (!text) throw new Error(`The page has no <script type="application/json" id="${PAGE_ELEMENT}">`);
  return JSON.parse(text) as Page;
}
