import type { AnswerOf } from "#contract/endpoints.ts";
import type { Locale } from "#core/locale.ts";

/** What the server tells a page, as JSON in it; `web/page.ts` reads the same shape, and a test holds them together. */
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

/** What the built `web/server-entry.tsx` makes of a page. */
export type Rendered = {
  readonly body: string;
  readonly title: string;
  readonly description: string;
  /** More for the head: structured data, share cards. */
  readonly head: string;
  /** Whether search engines may list it. */
  readonly indexed: boolean;
};
export type Renderer = (page: Page, path: string) => Promise<Rendered>;
