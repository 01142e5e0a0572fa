import type { Locale } from "#core/text/locale.ts";
import type { ProviderOutcome } from "#core/payment/payment-states.ts";
import type { Rappen } from "#core/money/money.ts";
import type { Payer } from "./payer.ts";
import type { PaidBy } from "#server/sale/ledger/queries.ts";

/** What step 6 needs to show a provider's card form (wire, GET /prepare). */
export type PaymentWidget = {
  readonly scriptUrl: string;
  readonly integrity: string;
  readonly formAction: string;
  readonly brands: string[];
};

export type PaymentRequest = {
  /** The same for every request for a payment, so that a repeated request returns the same payment. */
  readonly idempotencyKey: string;
  /** Kasse's id of the payment, for the provider's records. */
  readonly reference: string;
  readonly amount: Rappen;
  readonly locale: Locale;
  /** Who pays; null for an order whose data is sealed by now. */
  readonly payer: Payer | null;
  /** The page that the shopper returns to; the provider adds `hostedCheckoutId`. */
  readonly returnUrl: string;
  /** For a provider that adds an id of its own: the address that finds the payment by it and leads to that page. */
  readonly resultUrl: string;
  readonly expiresAt: Date;
};

export type HostedPayment = {
  readonly hostedId: string;
  readonly redirectUrl: string;
  readonly widget: PaymentWidget | null;
  /** A check value that the provider adds to the return address, if it does; compared on the return. */
  readonly returnMac?: string;
};

/** The provider's status of a payment. */
export type ProviderStatus = {
  readonly outcome: ProviderOutcome;
  /** How it was paid, and how much; only with the outcome `paid`. */
  readonly paid?: PaidBy & {
    readonly received: Received | null;
    /** The same checkout was paid more than once: `refundExtra` gives the rest back. */
    readonly again?: true;
  };
};

/** The ids of a payment: the provider's and Kasse's. */
export type PaymentRef = { readonly hostedId: string; readonly reference: string };

/** What was paid, by the provider's answer. */
export type Received = { readonly amount: Rappen; readonly currency: string };

export type WebhookRead =
  | { readonly kind: "event"; readonly eventId: string; readonly payment: { hostedId: string } | { reference: string } }
  /** The signature is valid, but the event is not about a payment of Kasse. */
  | { readonly kind: "other" }
  | { readonly kind: "forged" };

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What a provider's form inside the page may use, as sources of the content security policy of the payment page, and of no other. */
export type PaymentForm = {
  /** Where its scripts, styles and pictures come from, and where they connect to. */
  readonly scripts: readonly string[];
  /** What it may show in frames: card fields, and the bank, whose address nobody knows beforehand. */
  readonly frames: readonly string[];
  /** Where its forms may lead, redirects included. */
  readonly targets: readonly string[];
  /** Its script adds inline styles. */
  readonly inlineStyles?: true;
  /** Its script starts workers from blobs. */
  readonly workers?: true;
};

/**
 * A payment provider. Every call may throw Unavailable, which leaves the payment's outcome unknown. Never called inside a
 * transaction.
 */
export type PaymentProvider = {
  readonly name: string;
  /** What the provider's form needs inside step 6; null if the shopper pays at the provider's own page. */
  readonly form: PaymentForm | null;
  /**
   * What can be paid with, by codes of `core/payment/payment-brands.ts`; empty if the contract with the provider says
   * it.
   */
  readonly brands: readonly string[];
  create(request: PaymentRequest): Promise<HostedPayment>;
  status(payment: PaymentRef): Promise<ProviderStatus>;
  /** Captures money that was only authorised; for providers whose payments can end so. */
  capture?(payment: PaymentRef, amount: Rappen): Promise<void>;
  /** Closes the payment, so that nobody can pay it any more, if the provider supports that. */
  cancel(payment: PaymentRef): Promise<void>;
  /** Gives back what the provider has received; `asked` if it does not say how much that is. Safe to repeat. */
  refund(payment: PaymentRef, asked: Rappen, idempotencyKey: string): Promise<void>;
  /** Gives back what was paid beside the payment with the provider's id `keep`; everything that is left if it is null. For providers whose checkouts can be paid twice. Safe to repeat. */
  refundExtra?(payment: PaymentRef, keep: string | null): Promise<void>;
  /** Verifies and reads a signed webhook. Its content about the payment is not trusted; `status` is called instead. */
  readWebhook(raw: Buffer, headers: WebhookHeaders): WebhookRead | Promise<WebhookRead>;
  /** The hosted id in the query of a shopper returning from a widget; null if the query is not from a widget. */
  readReturn?(query: Readonly<Record<string, unknown>>): string | null;
  /** The answer to a provider that verifies the webhook's address; null for any other request. */
  answerVerification?(headers: WebhookHeaders): string | null;
};
