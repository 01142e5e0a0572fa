import type { Locale } from "#core/locale.ts";
import type { ProviderOutcome } from "#core/payment-states.ts";
import type { Rappen } from "#core/money.ts";

/** What page 6 needs to show a provider's card form (wire, prepare 6). */
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
};

export type WebhookRead =
  | { readonly kind: "event"; readonly eventId: string; readonly hostedId: string }
  | { readonly kind: "forged" };

/** A payment provider. Every call may throw Unavailable: nothing is known of the payment then, and none is ever made inside a transaction. */
export type PaymentProvider = {
  readonly name: string;
  /** Origins that the page's forms may post to. */
  readonly formTargets: readonly string[];
  create(request: PaymentRequest): Promise<HostedPayment>;
  status(hostedId: string): Promise<ProviderOutcome>;
  /** Asks that nobody can pay any more; a provider that cannot is not asked twice. */
  cancel(hostedId: string): Promise<void>;
  refund(hostedId: string, amount: Rappen, idempotencyKey: string): Promise<void>;
  /** Reads a signed report. What it says of the payment is not believed: the status is asked. */
  readWebhook(raw: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): WebhookRead;
};
