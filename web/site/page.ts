import type { Page } from "#contract/page.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";

const PAGE_ELEMENT = "kasse";
/** The id of the element with a page's content. The skip link leads to it, and the checkout is rendered into it. */
export const CONTENT_ELEMENT = "main";

/** The id of the data block that lists the checkout files that a landing page fetches in advance. */
export const AHEAD_ELEMENT = "ahead";

/** Reads the page's JSON. Throws if there is none, as on public pages. */
export function readPage(): Page {
  const text = document.getElementById(PAGE_ELEMENT)?.textContent;
  if (!text) throw new Error(`The page has no <script type="application/json" id="${PAGE_ELEMENT}">`);
  return JSON.parse(text) as Page;
}

export type Group = AnswerOf<"catalogue">["products"][number]["group"];

/** Sections of the shop window in display order. Their names are the anchors that the header's navigation links to. */
export const SECTIONS = {
  mobile: ["postpaid", "simOnly"],
  devices: ["device"],
  prepaid: ["prepaid"],
  tv: ["tv", "tvPrepaid"],
} as const satisfies Record<string, readonly Group[]>;
export type SectionName = keyof typeof SECTIONS;

export function sectionOf(group: Group): SectionName {
  const names = Object.keys(SECTIONS) as SectionName[];
  return names.find((name) => (SECTIONS[name] as readonly Group[]).includes(group)) ?? "mobile";
}
