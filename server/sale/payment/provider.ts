import type { Locale } from "#core/locale.ts";
import type { ProviderOutcome } from "#core/payment-states.ts";
import type { Rappen } from "#core/money.ts";
import type { PaidBy } from "#server/sale/ledger/ledger.ts";

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
  /** The address that the shopper returns to; the provider adds `hostedCheckoutId`. */
  readonly returnUrl: string;
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
  /** How it was paid; only with the outcome `paid`. */
  readonly paid?: PaidBy;
};

/** The ids of a payment: the provider's and Kasse's. */
export type PaymentRef = { readonly hostedId: string; readonly reference: string };

export type WebhookRead =
  | { readonly kind: "event"; readonly eventId: string; readonly payment: { hostedId: string } | { reference: string } }
  /** The signature is valid, but the event is not about a payment of Kasse. */
  | { readonly kind: "other" }
  | { readonly kind: "forged" };

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * A payment provider. Every call may throw Unavailable, which leaves the payment's outcome unknown. Never called inside a
 * transaction.
 */
export type PaymentProvider = {
  readonly name: string;
  /** Origins that checkout pages may load scripts, frames and pictures from and post forms to. */
  readonly pageOrigins: readonly string[];
  /** Set if the provider's script adds inline styles, which the content security policy then allows. */
  readonly inlineStyles?: true;
  create(request: PaymentRequest): Promise<HostedPayment>;
  status(payment: PaymentRef): Promise<ProviderStatus>;
  /** Closes the payment, so that nobody can pay it any more, if the provider supports that. */
  cancel(payment: PaymentRef): Promise<void>;
  refund(payment: PaymentRef, amount: Rappen, idempotencyKey: string): Promise<void>;
  /** Verifies and reads a signed webhook. Its content about the payment is not trusted; `status` is called instead. */
  readWebhook(raw: Buffer, headers: WebhookHeaders): WebhookRead | Promise<WebhookRead>;
  /** The hosted id in the query of a shopper returning from a widget; null if the query is not from a widget. */
  readReturn?(query: Readonly<Record<string, unknown>>): string | null;
  /** The answer to a provider that verifies the webhook's address; null for any other request. */
  answerVerification?(headers: WebhookHeaders): string | null;
};
