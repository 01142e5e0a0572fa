import type { ComponentType } from "react";

/** What an extension adds to the shop's pages. Everything is loaded when it is first shown. */
export type WebExtension = {
  /** The component of each of its pages (`extensions/pages.ts`), by path. */
  readonly pages?: Readonly<Record<`/${string}`, ComponentType>>;
  /** Shown on every page that the browser renders, while the page is in a frame of another site. */
  readonly inFrame?: ComponentType;
};
