import type { Locale } from "#core/locale.ts";
import type { ProviderOutcome } from "#core/payment-states.ts";
import type { Rappen } from "#core/money.ts";

/** What page 6 needs to show a provider's card form (wire, GET /prepare). */
export type PaymentWidget = {
  readonly scriptUrl: string;
  readonly integrity: string;
  readonly formAction: string;
  readonly brands: string[];
};

export type PaymentRequest = {
  /** Stable for one payment: a repeated request gives the same one. */
  readonly idempotencyKey: string;
  /** Kasse's own id of the payment, for the provider's books. */
  readonly reference: string;
  readonly amount: Rappen;
  readonly locale: Locale;
  /** Where the shopper comes back to; the provider adds `hostedCheckoutId`. */
  readonly returnUrl: string;
  readonly expiresAt: Date;
};

export type HostedPayment = {
  readonly hostedId: string;
  readonly redirectUrl: string;
  readonly widget: PaymentWidget | null;
  /** What the provider adds to the address it sends the shopper back to, if it does; compared on the return. */
  readonly returnMac?: string;
};

/** How a provider knows a payment: by the id it gave, and by Kasse's own. */
export type PaymentRef = { readonly hostedId: string; readonly reference: string };

export type WebhookRead =
  | { readonly kind: "event"; readonly eventId: string; readonly payment: { hostedId: string } | { reference: string } }
  /** Signed, and about something that is no payment of Kasse's. */
  | { readonly kind: "other" }
  | { readonly kind: "forged" };

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A payment provider. Every call may throw Unavailable: nothing is known of the payment then, and none is ever made inside a transaction. */
export type PaymentProvider = {
  readonly name: string;
  /** Origins that the checkout's pages may take scripts, frames and pictures from, and post forms to. */
  readonly pageOrigins: readonly string[];
  /** Its script writes styles into the page, which a page's policy must let it. */
  readonly inlineStyles?: true;
  create(request: PaymentRequest): Promise<HostedPayment>;
  status(payment: PaymentRef): Promise<ProviderOutcome>;
  /** Asks that nobody can pay any more; a provider that cannot is not asked twice. */
  cancel(payment: PaymentRef): Promise<void>;
  refund(payment: PaymentRef, amount: Rappen, idempotencyKey: string): Promise<void>;
  /** Reads a signed report. What it says of the payment is not believed: the status is asked. */
  readWebhook(raw: Buffer, headers: WebhookHeaders): WebhookRead | Promise<WebhookRead>;
  /** The payment of a shopper whom a widget sent back; null for a query that no widget makes. */
  readReturn?(query: Readonly<Record<string, unknown>>): string | null;
  /** What a provider that first asks whether the webhook's address is ours wants to hear; null for any other request. */
  answerVerification?(headers: WebhookHeaders): string | null;
};
