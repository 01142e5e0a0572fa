import type { Locale } from "#core/text/locale.ts";
import type { ProviderOutcome } from "#core/payment/payment-states.ts";
import type { Rappen } from "#core/money/money.ts";
import type { Payer } from "./payer.ts";
import type { PaidBy } from "#server/sale/ledger/queries.ts";

/** The data that step 6 needs to show a provider's card form (wire, GET /prepare). */
export type PaymentWidget = {
  readonly scriptUrl: string;
  readonly integrity: string;
  readonly formAction: string;
  readonly brands: string[];
};

export type PaymentRequest = {
  /** The same key for every request about a payment, so that a repeated request returns the same payment. */
  readonly idempotencyKey: string;
  /** Kasse's id of the payment, for the provider's records. */
  readonly reference: string;
  readonly amount: Rappen;
  readonly locale: Locale;
  /** The payer; null for an order whose data is sealed by now. */
  readonly payer: Payer | null;
  /** The URL of the page that the shopper returns to; the provider adds `hostedCheckoutId`. */
  readonly returnUrl: string;
  /**
   * For a provider that adds its own id instead: the URL that finds the payment by that id and redirects to
   * `returnUrl`.
   */
  readonly resultUrl: string;
  /** The URL of the payment step, for a link of the provider's page that leads back without any id. */
  readonly backUrl: string;
  readonly expiresAt: Date;
};

export type HostedPayment = {
  readonly hostedId: string;
  readonly redirectUrl: string;
  readonly widget: PaymentWidget | null;
  /** A check value that some providers add to the return URL; it is compared when the shopper returns. */
  readonly returnMac?: string;
};

/** The provider's status of a payment. */
export type ProviderStatus = {
  readonly outcome: ProviderOutcome;
  /** The method and the amount; only present with the outcome `paid`. */
  readonly paid?: PaidBy & {
    readonly received: Received | null;
    /** The same checkout was paid more than once, so `refundExtra` must refund the surplus. */
    readonly again?: true;
  };
};

/** The ids of a payment: the provider's and Kasse's. */
export type PaymentRef = { readonly hostedId: string; readonly reference: string };

/**
 * What has gone back to the payer: everything, including what the operator's people returned at the provider, and `now`
 * by this call.
 */
export type Refunded = { readonly total: Rappen; readonly now: Rappen };

/** The amount that the provider says was paid, less what it has returned. */
export type Received = { readonly amount: Rappen; readonly currency: string };

export type WebhookRead =
  | { readonly kind: "event"; readonly eventId: string; readonly payment: { hostedId: string } | { reference: string } }
  /** The signature is valid, but the event is not about a payment of Kasse, or cannot be read. */
  | { readonly kind: "other" }
  | { readonly kind: "forged" };

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Sources that a provider's form inside the page can use. They are only added to the content security policy of the
 * payment page.
 */
export type PaymentForm = {
  /** Origins of its scripts, styles and pictures, and of its connections. */
  readonly scripts: readonly string[];
  /** Origins of its frames: those of the card fields, and any origin for the bank, which is unknown in advance. */
  readonly frames: readonly string[];
  /** Targets of its forms, including redirects. */
  readonly targets: readonly string[];
  /** Whether its script adds inline styles. */
  readonly inlineStyles?: true;
  /** Whether its script starts workers from blobs. */
  readonly workers?: true;
};

/**
 * A payment provider. Every call can throw Unavailable, which leaves the payment's outcome unknown. Never call it
 * inside a transaction.
 */
export type PaymentProvider = {
  readonly name: string;
  /** The sources for the provider's form in step 6; null if the shopper pays at the provider's own page. */
  readonly form: PaymentForm | null;
  /**
   * The accepted payment methods, by codes of `core/payment/payment-brands.ts`; empty if the contract with the provider
   * determines them.
   */
  readonly brands: readonly string[];
  create(request: PaymentRequest): Promise<HostedPayment>;
  status(payment: PaymentRef): Promise<ProviderStatus>;
  /** Captures an authorised amount, for providers whose payments can end up authorised but not captured. */
  capture?(payment: PaymentRef, amount: Rappen): Promise<void>;
  /** Closes the payment, so that it can no longer be paid, if the provider supports that. */
  cancel(payment: PaymentRef): Promise<void>;
  /**
   * Refunds what the provider received and has not returned yet; if it does not report what it received, `asked`
   * counts. Can be repeated safely, but not concurrently: jobs about one payment are in one queue.
   */
  refund(payment: PaymentRef, asked: Rappen, idempotencyKey: string): Promise<Refunded>;
  /**
   * For providers whose checkouts can be paid twice: refunds everything that was paid except the payment with the
   * provider's id `keep`, or simply everything if `keep` is null. `asked`: the amount of a payment that does not state
   * its own, in Rappen. Can be repeated safely, but not concurrently.
   */
  refundExtra?(payment: PaymentRef, keep: string | null, asked: Rappen): Promise<void>;
  /** Verifies and reads a signed webhook. What it says about the payment is not trusted; `status` is called instead. */
  readWebhook(raw: Buffer, headers: WebhookHeaders): WebhookRead | Promise<WebhookRead>;
  /**
   * Reads the payment's hosted id from the query of the URL with which a shopper returns from a widget; null for any
   * other query.
   */
  readReturn?(query: Readonly<Record<string, unknown>>): string | null;
  /** Returns the response for a provider that verifies the webhook's URL; null for any other request. */
  answerVerification?(headers: WebhookHeaders): string | null;
};
