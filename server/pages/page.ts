import type { AnswerOf } from "#contract/endpoints.ts";
import type { Locale } from "#core/locale.ts";

/** The JSON data in a page. `web/site/page.ts` reads the same shape; a test compares the two. */
export type Page = {
  readonly locale: Locale;
  readonly brand: {
    readonly name: string;
    readonly phone: string;
    readonly phoneHref: string;
    readonly email: string;
    readonly legal: readonly { readonly title: string; readonly url: string }[];
  };
  readonly sandbox: "none" | "some" | "payment";
  readonly summaryStep: "skip" | "show";
  readonly data: PageData;
};

export type PageData =
  | { readonly kind: "home"; readonly catalogue: AnswerOf<"catalogue"> }
  | { readonly kind: "product"; readonly product: AnswerOf<"product"> }
  | { readonly kind: "legal"; readonly title: string; readonly paragraphs: readonly string[] }
  | { readonly kind: "notFound" }
  | { readonly kind: "error" }
  | { readonly kind: "checkout" };

/** The result of rendering a page with `web/server-entry.tsx`. */
export type Rendered = {
  readonly body: string;
  readonly title: string;
  readonly description: string;
  /** Additional HTML for the head: structured data, share cards. */
  readonly head: string;
  /** Whether search engines may index the page. */
  readonly indexed: boolean;
};
export type Renderer = (page: Page, path: string) => Promise<Rendered>;
