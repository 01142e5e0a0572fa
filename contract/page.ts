import type { AnswerOf } from "./endpoints.ts";
import type { Locale } from "#core/locale.ts";

/** The brand as pages show it; its colours are a `:root` style that overrides `styles/tokens.css`. */
type PublicBrand = {
  readonly name: string;
  readonly phone: string;
  readonly phoneHref: string;
  readonly email: string;
  /** The brand's logo; without one, pages show a mark in its colours. */
  readonly logoUrl?: string;
  readonly legal: readonly { readonly title: string; readonly url: string }[];
};

/** The content of a page. `checkout` pages, and the password reset, are rendered by the browser. */
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
  /** Which edges are sandboxes: none, some but not the payment, or the payment too. Every page says so. */
  readonly sandbox: "none" | "some" | "payment";
  readonly summaryStep: "skip" | "show";
  /** What the operator's systems can do: log in by text message, deliver an eSIM. */
  readonly offers: { readonly sms: boolean; readonly esim: boolean };
  readonly data: PageData;
};
