import type { Page } from "#contract/page.ts";

/** The result of rendering a page with `web/server-entry.tsx`. */
export type Rendered = {
  readonly body: string;
  readonly title: string;
  readonly description: string;
  /** Additional HTML for the head: structured data and share cards. */
  readonly head: string;
  /** Rules to add to the page's inline style. */
  readonly style: string;
  /** Whether search engines may index the page. */
  readonly indexed: boolean;
};
export type Renderer = (page: Page, path: string) => Promise<Rendered>;
