import type { Locale } from "#core/text/locale.ts";
import type { AccountChange } from "./account/mail-account-change.ts";
import type { OrderMail } from "./order/mail.ts";

declare module "#server/platform/jobs/tasks.ts" {
  /** Jobs for purchases and their data. */
  interface Jobs {
    /**
     * `id` identifies this request, so that a repeated job sends the same link. Jobs of earlier versions lack it and
     * the time.
     */
    "mail-password-reset": { email: string; locale: Locale; id?: string; requestedAt?: string };
    /** `id` identifies this change, so that a repeated job sends the same e-mail. */
    "mail-account-change": { id: string; email: string; locale: Locale; change: AccountChange };
    /**
     * `event`: the report from the operator's systems that the e-mail is about, because an order can enter a state more
     * than once. `sent`: the device has left the warehouse.
     */
    "mail-order": { orderId: string; about?: OrderMail; event?: string; sent?: true };
    /** `event`: the report about the number transfer. */
    "mail-transfer": { orderId: string; event: string };
    "text-transfer": { orderId: string; event: string };
    /** `id` identifies the wish for this reminder, as with passwords. */
    "mail-reminder": { checkoutId: string; id?: string };
    /** `now`: what Kasse refunded, in Rappen, if another part had gone back before. */
    "mail-refund": { paymentId: string; now?: number };
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
  }
}
