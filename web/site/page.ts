import type { AnswerOf } from "#contract/endpoints.ts";
import type { Locale } from "#core/locale.ts";

/** What a page shows of the operator; the colours come as a `:root` style that overrides `styles/tokens.css`. */
type PublicBrand = {
  readonly name: string;
  readonly phone: string;
  readonly phoneHref: string;
  readonly email: string;
  /** An own logo; without one the mark in the brand's colours is drawn. */
  readonly logoUrl?: string;
  readonly legal: readonly { readonly title: string; readonly url: string }[];
};

/** What the server knows of the page that it answers with. `checkout` pages (and the password reset) are drawn by the browser. */
export type PageData =
  | { readonly kind: "home"; readonly catalogue: AnswerOf<"catalogue"> }
  | { readonly kind: "product"; readonly product: AnswerOf<"product"> }
  | { readonly kind: "legal"; readonly title: string; readonly paragraphs: readonly string[] }
  | { readonly kind: "notFound" }
  | { readonly kind: "error" }
  | { readonly kind: "checkout" };

/** The JSON in `<script type="application/json" id="kasse">` of every page. */
export type Page = {
  readonly locale: Locale;
  readonly brand: PublicBrand;
  /** Edges that are sandboxes; every page says so, and a payment that is real is never called invented. */
  readonly sandbox: "none" | "some" | "payment";
  readonly summaryStep: "skip" | "show";
  readonly data: PageData;
};

const PAGE_ELEMENT = "kasse";
export const ROOT_ELEMENT = "root";

/** Reads the page's own JSON. */
export function readPage(): Page {
  const text = document.getElementById(PAGE_ELEMENT)?.textContent;
  if (!text) throw new Error(`The page has no <script type="application/json" id="${PAGE_ELEMENT}">`);
  return JSON.parse(text) as Page;
}
