import type { AnswerOf } from "./shop/calls.ts";
import type { Locale } from "#core/text/locale.ts";

/** The brand as pages show it; its colours are a `:root` style that overrides `styles/tokens.css`. */
type PublicBrand = {
  readonly name: string;
  readonly phone: string;
  readonly phoneHref: string;
  readonly email: string;
  /** The brand's logo; without one, pages show a mark in its colours. */
  readonly logoUrl?: string;
  /** The notice period of a billed contract, in days. */
  readonly noticeDays: number;
  readonly legal: readonly { readonly title: string; readonly url: string }[];
};

/**
 * Why the buy button's form could not start a checkout. `changed`: the offer has changed; `again`: the request did not
 * come from this page.
 */
export type BuyFailure =
  | { readonly reason: "soldOut" | "changed" | "again" }
  | { readonly reason: "tooMany"; /** In seconds. */ readonly retryAfter: number };

/** The content of a page. `checkout` pages, and the password reset, are rendered by the browser. */
export type PageData =
  | { readonly kind: "home"; readonly catalogue: AnswerOf<"catalogue"> }
  | { readonly kind: "product"; readonly product: AnswerOf<"product">; readonly failure?: BuyFailure }
  | { readonly kind: "legal"; readonly title: string; readonly paragraphs: readonly string[] }
  | { readonly kind: "notFound" }
  | { readonly kind: "error" }
  | { readonly kind: "checkout" };

/**
 * What a page is rendered from. Pages of the checkout have it as JSON in `<script type="application/json" id="kasse">`.
 */
export type Page = {
  readonly locale: Locale;
  readonly brand: PublicBrand;
  /** Which integrations are sandboxes: none, some but not the payment, or the payment too. Every page states it. */
  readonly sandbox: "none" | "some" | "payment";
  readonly summaryStep: "skip" | "show";
  /**
   * What the operator's systems support: logging in by text message; the payment brands (codes of
   * `core/payment/payment-brands.ts`), and whether they can be used in the page; reminders of a checkout by mail.
   */
  readonly offers: {
    readonly sms: boolean;
    readonly brands: readonly string[];
    readonly payInPage: boolean;
    readonly reminder: boolean;
  };
  /**
   * Whether the content security policy of this document allows the payment provider's form: only on the payment page.
   */
  readonly paymentForm: boolean;
  readonly data: PageData;
};
