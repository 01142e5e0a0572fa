import type { AnswerOf } from "./shop/calls.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import type { CheckoutSource } from "#core/checkout-record/source.ts";
import type { Locale } from "#core/text/locale.ts";

/** The brand as pages show it. Its colours are a `:root` style that overrides `styles/tokens.css`. */
type PublicBrand = {
  readonly name: string;
  readonly phone: string;
  readonly phoneHref: string;
  readonly email: string;
  /** The URL of the brand's logo. Without one, pages show a mark in the brand's colours. */
  readonly logoUrl?: string;
  /** The notice period of a billed contract, in days. */
  readonly noticeDays: number;
};

/**
 * Why the buy button's form could not start a checkout. `changed`: the offer has changed. `again`: the request did not
 * come from this page.
 */
export type BuyFailure =
  | { readonly reason: "soldOut" | "changed" | "again" }
  | { readonly reason: "tooMany"; /** In seconds. */ readonly retryAfter: number }
  | {
      /** The shopper queues for the product; the ticket keeps the place. */
      readonly reason: "queued";
      readonly ticket: string;
      readonly message: string;
      /** In seconds. */
      readonly retryAfter: number;
    };

/** A plan with which a device is sold, with the costs of both, and the record that buys them. */
export type DevicePlan = {
  readonly tariff: AnswerOf<"catalogue">["products"][number];
  readonly term: AnswerOf<"product">["terms"][number];
  readonly record: AnswerOf<"product">["record"];
};

/** What a permalink buys, with its price (ADR 62). */
export type LinkOffer = Pick<
  AnswerOf<"checkout">,
  "items" | "limit" | "chosenTv" | "billing" | "oneTime" | "total" | "postpaid" | "whole"
> & { readonly record: CheckoutRecord; readonly source: CheckoutSource };

/** The content of a page. The browser renders `checkout` pages and the password reset, the server all others. */
export type PageData =
  | {
      readonly kind: "home";
      readonly catalogue: AnswerOf<"catalogue">;
      /** The codes of the mobile tariffs that most customers choose, as the operator says. */
      readonly mostChosen: readonly string[];
    }
  | {
      readonly kind: "product";
      readonly product: AnswerOf<"product">;
      /** The plans with which a device is sold; empty for other products. */
      readonly plans: readonly DevicePlan[];
      /** Devices to buy instead of a sold-out one. */
      readonly instead: AnswerOf<"catalogue">["products"];
      readonly failure?: BuyFailure;
    }
  | {
      readonly kind: "link";
      /** The device, or the tariff if there is none. */
      readonly product: AnswerOf<"product">;
      readonly offer: LinkOffer;
      readonly failure?: BuyFailure;
    }
  | {
      /** A permalink that cannot be bought. */
      readonly kind: "brokenLink";
      readonly family: "mobile" | "tv";
      /** Null if the tariff is not sold. */
      readonly product: Pick<AnswerOf<"product">, "kind" | "code" | "name" | "group"> | null;
      /** What is wrong, for the person who wrote the link. */
      readonly mistakes: readonly {
        readonly field: string;
        readonly text: string;
        /** The fields that a link can have, after the text about an unknown one. */
        readonly fields?: readonly string[];
      }[];
    }
  | { readonly kind: "legal"; readonly title: string; readonly paragraphs: readonly string[] }
  | { readonly kind: "browsers" }
  | { readonly kind: "notFound" }
  | { readonly kind: "error" }
  | { readonly kind: "checkout" };

/** A page of an extension that only the browser renders. */
export type ExtensionPage = {
  /** Without locale prefix. */
  readonly path: `/${string}`;
  /** The folder of the extension, such as `extensions/agents`. */
  readonly folder: `extensions/${string}`;
  /** The file of its component, in this folder. */
  readonly module: string;
  /** The files of its texts, in `locales/<language>/` of this folder. */
  readonly texts: readonly string[];
  /** Whether other sites may show it in a frame, where the settings allow that. */
  readonly inFrame?: true;
};

/** What a page is rendered from. Checkout pages contain it as JSON in `<script type="application/json" id="kasse">`. */
export type Page = {
  readonly locale: Locale;
  readonly brand: PublicBrand;
  /** Which integrations are sandboxes: none, some but not the payment, or the payment too. Every page says so. */
  readonly sandbox: "none" | "some" | "payment";
  readonly summaryStep: "skip" | "show";
  /**
   * What the operator's systems support: logging in by text message, or by the mobile network; the payment brands
   * (codes in `core/payment/payment-brands.ts`), whether they can be used inside the page, and whether that offers
   * several ways to choose from; reminders of a checkout by e-mail.
   */
  readonly offers: {
    readonly sms: boolean;
    readonly network: boolean;
    readonly brands: readonly string[];
    readonly payInPage: boolean;
    readonly choosesWay: boolean;
    readonly reminder: boolean;
  };
  /**
   * Whether this document's content security policy allows the payment provider's form, which is only so on the payment
   * page.
   */
  readonly paymentForm: boolean;
  readonly data: PageData;
  /** What only the footer shows, so that only the server has it: the company's address, and the legal pages. */
  readonly footer?: {
    readonly legalName: string;
    readonly legal: readonly { readonly title: string; readonly url: string }[];
  };
  /**
   * The fields of extensions below the order's lines, with their words: what opens the field, its label, and the
   * buttons that send it and that take back what was entered. Absent if there are none.
   */
  readonly summaryFields?: readonly {
    readonly extension: string;
    readonly maxLength: number;
    readonly open: string;
    readonly label: string;
    readonly send: string;
    readonly remove: string;
  }[];
  /** Only in a frame of another site: the protocol's version, the origins of possible hosts, and what they may do. */
  readonly embedded?: {
    readonly version: string;
    readonly origins: readonly string[];
    readonly delegations: readonly string[];
  };
};
