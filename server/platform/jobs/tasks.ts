import type { Locale } from "#core/text/locale.ts";
import type { OrderProgress, OrderState } from "#core/order/order-states.ts";

/** What a mail about an order says; without it, what the order's state says. An eSIM that is ready late, or that there will be none. */
export type OrderMail = OrderState | Exclude<OrderProgress, "accepted"> | "esimReady" | "esimFailed";

/** A way to log in that has changed. */
export type AccountChange = "password" | "passkeyAdded" | "passkeyRemoved";

/** Every job and its payload. Payloads refer to rows; they contain no secrets and no personal data except an e-mail address. */
export type Jobs = {
  "mail-password-reset": { email: string; locale: Locale };
  /** `id` is of this change, so that a repeated job is the same mail. */
  "mail-account-change": { id: string; email: string; locale: Locale; change: AccountChange };
  /** `event`: the report of the operator's systems that the mail is about; a state can be reached again. `sent`: its device has left the warehouse. */
  "mail-order": { orderId: string; about?: OrderMail; event?: string; sent?: true };
  /** `event`: the report about the transfer of the order's number. */
  "mail-transfer": { orderId: string; event: string };
  "text-transfer": { orderId: string; event: string };
  "mail-reminder": { checkoutId: string };
  "mail-refund": { paymentId: string };
  "hand-over-order": { orderId: string };
  "order-esim": { orderId: string };
  "cancel-esim": { orderId: string };
  "refund-payment": { paymentId: string };
  "refund-extra": { paymentId: string };
  "cancel-payment": { paymentId: string };
  "settle-payments": Record<string, never>;
  "retry-refunds": Record<string, never>;
  "cancel-unpaid-orders": Record<string, never>;
  "purge-unordered-documents": Record<string, never>;
  "keep-order-number": Record<string, never>;
  "top-up-numbers": Record<string, never>;
  purge: Record<string, never>;
};
export type JobName = keyof Jobs;
export type Task<Name extends JobName> = (payload: Jobs[Name]) => Promise<void>;
export type Tasks = { readonly [Name in JobName]: Task<Name> };
