import type { OrderMessage } from "#core/order-messages.ts";
import type { Handle } from "#server/platform/database/database.ts";

/** A mail or a text about an order that was sent. `about`: such as `placed`, `refund`, `transfer scheduled`. */
export type SentMessage = { readonly channel: "mail" | "sms"; readonly about: string; readonly at: Date };

/** Notes that a message was sent, without its words, for those who help the customer. */
export async function noteMessage(
  db: Handle,
  orderId: string,
  message: SentMessage & { readonly about: OrderMessage },
): Promise<void> {
  await db
    .insertInto("order_messages")
    .values({ order_id: orderId, ...message })
    .execute();
}

/** The messages about an order, oldest first. */
export function messagesOf(db: Handle, orderId: string): Promise<readonly SentMessage[]> {
  return db
    .selectFrom("order_messages")
    .select(["channel", "about", "at"])
    .where("order_id", "=", orderId)
    .orderBy("at")
    .orderBy("id")
    .execute();
}
