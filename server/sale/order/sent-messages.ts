import { REFUSED_MESSAGE } from "#core/order/refused-message.ts";
import type { TransferState } from "#core/phone-numbers/transfer-states.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { MailOutcome } from "#server/platform/mail-and-sms.ts";

/**
 * What e-mails and text messages about an order can be about, as recorded; those about its number transfer are
 * separate.
 */
export const ORDER_MESSAGES = [
  "placed",
  "onHold",
  "awaitingPayment",
  "cancelled",
  "inProgress",
  "completed",
  "failed",
  "esimReady",
  "esimFailed",
  "refund",
] as const;
export type OrderMessage = (typeof ORDER_MESSAGES)[number] | `transfer ${TransferState}`;

/**
 * An e-mail or text message about an order. `about`: such as `placed`, `refund`, `transfer scheduled`, or
 * `refused placed` if it was refused for good.
 */
export type SentMessage = { readonly channel: "mail" | "sms"; readonly about: string; readonly at: Date };

/**
 * Records that a message was sent or refused for good, without its content, for staff who help the customer. `outcome`:
 * a refusal is recorded as `refused ` and what the message was about.
 */
export async function recordMessage(
  db: Handle,
  orderId: string,
  { about, outcome, ...message }: SentMessage & { readonly about: OrderMessage; readonly outcome: MailOutcome },
): Promise<void> {
  await db
    .insertInto("order_messages")
    .values({ order_id: orderId, about: outcome === "refused" ? `${REFUSED_MESSAGE}${about}` : about, ...message })
    .execute();
}

/** Returns the messages about an order, oldest first. */
export function messagesOf(db: Handle, orderId: string): Promise<readonly SentMessage[]> {
  return db
    .selectFrom("order_messages")
    .select(["channel", "about", "at"])
    .where("order_id", "=", orderId)
    .orderBy("at")
    .orderBy("id")
    .execute();
}
